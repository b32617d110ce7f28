import { api } from '#contract/api.ts'
import { call } from './call.ts'
import { pauseSessionReads } from './session-reads.ts'

/** Ends the session; the caller then leaves the document, whose reads of the account wait for that. */
export async function logOut(): Promise<void> {
  const loggingOut = call(api.account.logout, {})
  pauseSessionReads(loggingOut)
  await loggingOut
  // where the browser brings it back as it was left
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
