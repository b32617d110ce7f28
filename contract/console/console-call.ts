import type * as z from 'zod/mini'
import { type Declaration, withLazySchemas } from '../endpoint.ts'
import type { Permission } from './staff/roles.ts'

/** One call of the operator's console, which has a listener of its own. Every POST needs the header `x-console-csrf`. */
export interface ConsoleCall<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
> {
  method: 'GET' | 'POST'
  /** The fields of a GET's input form its query. */
  path: `/api/console/${string}`
  /**
   * `anyone`: before the sign-in; `operator`: every role; else the permission that the role must have. Without a
   * session the server answers 401, without the permission FORBIDDEN.
   */
  access: 'anyone' | 'operator' | Permission
  /** Bytes of the body where it may be larger than 64 KB; read only from who may make the call. */
  bodyLimit?: number
  /** Answered CONFIRMATION_NEEDED unless the operator has shown a factor within 15 minutes. */
  needsConfirmation?: true
  input: In
  output: Out
}

/** Declares a call and keeps its exact schema types. */
/* @__NO_SIDE_EFFECTS__ */
export function consoleCall<
  const Access extends ConsoleCall['access'],
  In extends z.ZodMiniType,
  Out extends z.ZodMiniType,
>(declaration: Declaration<ConsoleCall<In, Out>, In, Out> & { access: Access }) {
  return withLazySchemas(declaration)
}
