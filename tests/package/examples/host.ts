// A complete small host page.
import { init, PlanGateError, version } from "plangate";

try {
  await init();
  document.title = `plangate ${version()}`;
} catch (error) {
  if (error instanceof PlanGateError) document.title = error.code;
}
