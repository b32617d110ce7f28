import { type OperatorSecurity, readSecurity } from '#contract/console/staff/security.ts'
import { type ReplaceableLoad, useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { changeOperator } from '../lib/session.ts'

/** How this operator signs in. What it says is also kept for the confirmation dialog. */
export function useSecurity(): ReplaceableLoad<OperatorSecurity> {
  const load = useLoad('security', (signal) =>
    callConsole(readSecurity, {}, { signal, isQuiet: true }),
  )
  return {
    ...load,
    replace(security) {
      changeOperator({ hasPasskey: security.passkeys.length > 0, hasCode: security.hasCode })
      load.replace(security)
    },
  }
}

/** What each card of the page gets. */
export interface SecurityCardProps {
  security: OperatorSecurity
  onChange: (security: OperatorSecurity) => void
}
