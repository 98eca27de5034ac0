// A server's signature over the approval that counts: asked for once, kept by the core beside the receipt. Grants nothing.
import type { Driver } from "./driver.js";
import type { Host, Receipt } from "./types.js";

/** How long the execute turn waits for a signature, in milliseconds. */
const WAIT_MS = 3_000;
/** How long a signer that has failed is left alone, in milliseconds. */
const AGAIN_MS = 5_000;

/** Brings receipts to the host's signer. @internal */
export class Signer {
  readonly #driver: Driver;
  readonly #sign: NonNullable<Host["sign"]>;
  readonly #changed: () => void;
  #asked = "";
  #notBefore = 0;
  #pending: Promise<void> | undefined;

  constructor(driver: Driver, sign: NonNullable<Host["sign"]>, changed: () => void) {
    this.#driver = driver;
    this.#sign = sign;
    this.#changed = changed;
  }

  /** Looks at the approval that counts now and has it signed, if that was not done. */
  see(receipt: Receipt | null): void {
    if (receipt === null || this.#driver.closed) return;
    const key = `${receipt.contentHash} ${receipt.approvedAt}`;
    if (key === this.#asked || this.#driver.now() < this.#notBefore) return;
    this.#asked = key;
    const authority = this.#driver.core.authority(this.#driver.now()) as { signature: string | null } | null;
    if (authority?.signature === null) this.#pending = this.#bring(receipt);
  }

  async #bring(receipt: Receipt): Promise<void> {
    try {
      const signature: unknown = await this.#sign(receipt);
      if (typeof signature !== "string") throw new Error("a signature is a text");
      const { planId, version, contentHash, approvedAt } = receipt;
      await this.#driver.ask({ event: "receiptSigned", planRef: { planId, version, contentHash }, approvedAt, signature });
      this.#changed();
    } catch {
      // OK because without a signature a server only says no: the next change asks for it again.
      this.#asked = "";
      this.#notBefore = this.#driver.now() + AGAIN_MS;
    }
  }

  /** Resolves when the signature is there, has failed, is late, or nobody waits for it any more. */
  done(signal: AbortSignal): Promise<void> {
    const pending = this.#pending;
    if (pending === undefined || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = this.#driver.later(WAIT_MS, resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
      void pending.then(resolve).finally(stop);
    });
  }
}
