// Deletions.
import { nextPause, perform, sleep, type Call, type Service } from "./call.js";
import { ConnectionFailedError, DocmillError } from "./errors.js";

/**
 * Makes a call that removes something. NOT_FOUND counts as done when an earlier attempt may have done it and only its
 * answer was lost: something between may give up while the service goes on.
 */
export async function remove(service: Service, call: Call): Promise<void> {
  let lost = false;
  for (let before = 0; ; before++) {
    try {
      await perform(service, { ...call, repeatable: false }, (answer) => answer.text());
      return;
    } catch (error) {
      if (!(error instanceof DocmillError)) throw error;
      if (lost && error.code === "NOT_FOUND") return;
      lost ||= error instanceof ConnectionFailedError || error.code === undefined;
      const pause = nextPause(service.retries, before, error);
      if (pause === undefined) throw error;
      await sleep(pause, call.signal);
    }
  }
}
