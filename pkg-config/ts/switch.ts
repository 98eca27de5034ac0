// Carries out one profile switch: generate, apply, restart, each awaited before the next begins. Which profile, and whether
// anybody still waits for it, is said by the core.
import type { Driver } from "./driver.js";
import { messageOf } from "./plain.js";
import type { Slot, Tenant } from "./slot.js";
import type { Host, McpProfile, SwitchContext } from "./types.js";

/** The profile callbacks of a host. */
export type Mcp = NonNullable<Host["mcp"]>;

/** A switch as the core asks for it. */
export interface SwitchEffect {
  id: string;
  profile: McpProfile;
  epoch: number;
  reason: string;
}

/** Runs a switch to its end and reports how it went. Never rejects. */
export async function runSwitch(driver: Driver, mcp: Mcp, slot: Slot, tenant: Tenant, effect: SwitchEffect): Promise<void> {
  const { id, profile, epoch, reason } = effect;
  const signal = driver.signal(id);
  const context: SwitchContext = { epoch, reason, signal };
  const ended = (outcome: unknown): void => driver.post({ event: "profileEnded", id, outcome });
  await driver.patiently(id, slot.enter(tenant, signal));
  // Nobody waits any more, and perhaps the slot was never had.
  if (signal.aborted) return ended("aborted");
  // Another gate of this page may have left exactly this profile behind: then nothing is called.
  if (slot.shares(tenant, profile.hash)) return ended("ok");
  let restart = true;
  const steps: (() => unknown)[] = [
    () => mcp.generateConfig?.(profile, context),
    async () => {
      restart = isChanged(await mcp.applyServers(profile, context));
    },
    () => (restart ? mcp.restart?.(context) : undefined),
  ];
  try {
    for (const [index, step] of steps.entries()) {
      // A switch that nobody waits for any more ends after the callback that was running.
      if (signal.aborted) return ended("aborted");
      if (index === 0) slot.switching(tenant);
      else driver.post({ event: "profileStepped", id });
      await step();
    }
  } catch (error) {
    return ended({ failed: { message: messageOf(error) } });
  }
  if (!signal.aborted) slot.confirmed = profile.hash;
  ended("ok");
}

/** Only a clear "nothing has changed" saves the restart. */
function isChanged(answer: unknown): boolean {
  return !(typeof answer === "object" && answer !== null && (answer as { changed?: unknown }).changed === false);
}
