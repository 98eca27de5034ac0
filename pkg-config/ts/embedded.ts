// The core's bytes inside the package: gzip, as base64, unpacked by the platform. Only ever imported dynamically.
import { base64 } from "./generated/bytes.js";

/** The bytes of the core. */
export async function bytes(): Promise<ArrayBuffer> {
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).arrayBuffer();
}
