// The shape of plain data, as it crosses every border of the package.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
