import { AUTHENTICATION } from './authentication.ts'
import { BROWSER_AND_CALLS } from './browser-and-calls.ts'
import { CRYPTOGRAPHY_AND_SETTINGS } from './cryptography-and-settings.ts'
import { DATA_AND_CODE } from './data-and-code.ts'
import { INPUT_AND_OUTPUT } from './input-and-output.ts'
import { LOGS_AND_FAILURES } from './logs-and-failures.ts'
import type { Requirement } from './requirement.ts'
import { SESSIONS_AND_ACCESS } from './sessions-and-access.ts'
import { SIGN_ON } from './sign-on.ts'

export const ALL_REQUIREMENTS: readonly Requirement[] = [
  ...INPUT_AND_OUTPUT,
  ...BROWSER_AND_CALLS,
  ...AUTHENTICATION,
  ...SESSIONS_AND_ACCESS,
  ...SIGN_ON,
  ...CRYPTOGRAPHY_AND_SETTINGS,
  ...DATA_AND_CODE,
  ...LOGS_AND_FAILURES,
]
