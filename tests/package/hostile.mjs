// Values and callbacks as no page should hand them over.

/** A proxy that was taken back: every look at it throws. */
export const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

const throwing = () => {
  const trap = () => {
    throw new Error("a trap");
  };
  return new Proxy({}, { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap, getOwnPropertyDescriptor: trap });
};

const cyclic = () => {
  const value = { text: "x" };
  value.self = value;
  return value;
};

const deep = () => {
  const value = {};
  for (let depth = 0, inner = value; depth < 5_000; depth += 1) inner = inner.text = {};
  return value;
};

class Instance {
  text = "x";
}

/** Hostile values by name, made anew for each use. */
export const hostileValues = () =>
  Object.entries({
    undefined: undefined,
    null: null,
    true: true,
    zero: 0,
    NaN: NaN,
    infinity: Infinity,
    "a huge number": Number.MAX_SAFE_INTEGER,
    bigint: 10n,
    symbol: Symbol("x"),
    function: () => 1,
    "empty text": "",
    "blank text": "  \n",
    "1 MB of text": "x".repeat(1 << 20),
    "5 MB of text": "y".repeat(5 << 20),
    "half a surrogate": "\ud800",
    "text with U+0000": "a\u0000b",
    "empty list": [],
    "a sparse list": new Array(20_001),
    "empty object": {},
    cyclic: cyclic(),
    deep: deep(),
    getters: {
      get text() {
        throw new Error("a getter");
      },
      get aborted() {
        throw 1;
      },
      get signal() {
        throw revoked();
      },
    },
    "a proxy that throws": throwing(),
    "a revoked proxy": revoked(),
    "a class instance": new Instance(),
    "a date": new Date(),
    "a map": new Map([[1, 2]]),
    "prototype keys": JSON.parse('{"__proto__":{"a":1},"constructor":1,"toString":null,"text":"hi"}'),
    "a promise": Promise.resolve(1),
    "an error": new Error("x"),
    "a signal of nobody": { aborted: false, addEventListener: 5 },
  });

/** What may be thrown at the package, by name. */
export const thrown = () =>
  Object.entries({
    "an error": new Error("no"),
    undefined,
    null: null,
    symbol: Symbol("no"),
    "a revoked proxy": revoked(),
    "an error with a hostile message": Object.defineProperty(new Error(), "message", {
      get() {
        throw new Error("message");
      },
    }),
    "an object without a prototype": Object.create(null),
  });
