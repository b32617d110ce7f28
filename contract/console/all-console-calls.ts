import * as actions from './actions.ts'
import * as audit from './audit.ts'
import type { ConsoleCall } from './console-call.ts'
import * as invitation from './invitation.ts'
import * as security from './security.ts'
import * as signIn from './sign-in.ts'
import * as signatures from './signatures.ts'
import * as staff from './staff.ts'

const { AUDIT_CHANNELS: _channels, AUDIT_OUTCOMES: _outcomes, ...auditCalls } = audit

/** Every call of the operator's console, by its groups. */
export const consoleApi = {
  signIn,
  invitation,
  security,
  staff,
  actions,
  signatures,
  audit: auditCalls,
} satisfies Record<string, Record<string, ConsoleCall>>
