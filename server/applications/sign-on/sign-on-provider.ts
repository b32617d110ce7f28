import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SignOnStep } from './step.ts'

/** What the user did in a step. `grantId` is what `createGrant` returned. */
export type StepResult = { userId: string; authenticatedAt: Date } | { grantId: string } | 'refused'

/** The OpenID provider as the shop uses it; `provider/` makes it of the library. */
export interface SignOnProvider {
  /** Answers a request to one of the provider's addresses. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  /** The step that this browser is in; null when it has expired or is another browser's. */
  readStep(request: IncomingMessage, response: ServerResponse): Promise<SignOnStep | null>
  /** Stores what the user did and returns the address that goes on with the sign-on. */
  completeStep(
    request: IncomingMessage,
    response: ServerResponse,
    result: StepResult,
  ): Promise<string>
  /**
   * Lets an application have the scopes for as long as the session of the shop lives; returns the grant's id, null when
   * the session has ended.
   */
  createGrant(grant: { clientId: string; userId: string; scopes: string[] }): Promise<string | null>
  /** Tells an application that a user's session has ended. Throws when it does not take the notice. */
  notifySignOut(notice: { clientId: string; userId: string; sid: string }): Promise<void>
}
