// What gates of one page share when they share one `host.mcp`: one switch at a time, one turn at a time, one confirmed
// profile. Knows no sessions.
import type { Mcp } from "./switch.js";

/** One gate, as its neighbours see it. */
export interface Tenant {
  /** Another gate has switched what this one had confirmed. */
  lost(): void;
  /** Whether it waits for a person. */
  asks(): boolean;
  /** The gate that it waits for has begun, or ceased, to wait for a person. */
  look(): void;
}

/** The switch and turn slot of one `host.mcp`. */
export class Slot {
  /** Hash of the profile that is applied now; `null` = not known. */
  confirmed: string | null = null;
  #holder: Tenant | null = null;
  /** Gates to which the profile that is applied now was confirmed. */
  #served = new Set<Tenant>();
  readonly #waiting: { tenant: Tenant; enter: () => void }[] = [];

  /** Waits until no other gate holds the slot, or until `signal` fires; holding it already is entering at once. */
  async enter(tenant: Tenant, signal: AbortSignal): Promise<void> {
    if (this.#holder === null || this.#holder === tenant) {
      this.#holder = tenant;
      return;
    }
    await new Promise<void>((enter) => {
      this.#waiting.push({ tenant, enter });
      tenant.look();
      signal.addEventListener("abort", () => this.#forget(enter), { once: true });
    });
  }

  /** Takes one that waits out of the queue and lets it go on without the slot. */
  #forget(enter: () => void): void {
    const index = this.#waiting.findIndex((waiting) => waiting.enter === enter);
    if (index >= 0) this.#waiting.splice(index, 1);
    enter();
  }

  /** Whether this gate waits for another that waits for a person. */
  stalls(tenant: Tenant): boolean {
    return this.#holder !== tenant && this.#holder?.asks() === true && this.#waiting.some((waiting) => waiting.tenant === tenant);
  }

  /** The holder has asked a person, or was answered. */
  asked(tenant: Tenant): void {
    if (this.#holder === tenant) for (const waiting of this.#waiting) waiting.tenant.look();
  }

  /** A switch begins: what others had confirmed no longer stands. */
  switching(tenant: Tenant): void {
    this.confirmed = null;
    for (const other of this.#served) if (other !== tenant) other.lost();
    this.#served = new Set([tenant]);
  }

  /** Whether exactly this profile is applied; then it counts as confirmed to this gate too. */
  shares(tenant: Tenant, hash: string): boolean {
    if (this.confirmed !== hash) return false;
    this.#served.add(tenant);
    return true;
  }

  /** Whether the profile that is applied now was confirmed to this gate. */
  serves(tenant: Tenant): boolean {
    return this.#served.has(tenant);
  }

  /** Lets the next gate in, if this one holds the slot. */
  leave(tenant: Tenant): void {
    for (let index = this.#waiting.length - 1; index >= 0; index -= 1) {
      if (this.#waiting[index]?.tenant === tenant) this.#waiting.splice(index, 1)[0]?.enter();
    }
    if (this.#holder !== tenant) return;
    const next = this.#waiting.shift();
    this.#holder = next?.tenant ?? null;
    next?.enter();
  }
}

const slots = new WeakMap<object, Slot>();

/** The slot of a `host.mcp`; a host without one has a slot of its own. */
export function slotOf(mcp: Mcp | undefined): Slot {
  if (mcp === undefined) return new Slot();
  const known = slots.get(mcp) ?? new Slot();
  slots.set(mcp, known);
  return known;
}
