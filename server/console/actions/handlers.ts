import type * as contract from '#contract/console/actions.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { act } from './act.ts'
import { formsOfRole } from './forms.ts'

export function actionHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    listActionForms: async ({ session }) => ({ groups: formsOfRole(session.role) }),
    act: ({ session, input }) => act(deps, session, input),
  }
}
