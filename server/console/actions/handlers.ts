import type * as contract from '#contract/console/actions.ts'
import type { ConsoleDeps } from '../deps.ts'
import { type ConsoleHandlers, requireConfirmation, requirePermission } from '../serve.ts'
import { formsOfRole } from './forms.ts'
import { needsConfirmation } from '#contract/console/staff/roles.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { consoleActor } from '../actor.ts'
import type { OperatorSession } from '../sessions/sessions.ts'
import { beginOrRequest, signatureSentence } from '../signatures/daily-sum.ts'
import { readGiven, requireCommand, runCommand } from './run-command.ts'

export function actionHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    listActionForms: async ({ session }) => ({
      groups: formsOfRole(session.role, deps.settings.without),
    }),
    act: ({ session, input }) => act(deps, session, input),
  }
}

/** Does in the console what the command line does: shows it first, and does it once just that is agreed to. */
async function act(
  deps: ConsoleDeps,
  session: OperatorSession,
  { command: name, given: typed, mark }: InputOf<typeof contract.act>,
): Promise<OutputOf<typeof contract.act>> {
  const command = requireCommand(name)
  const { permission } = command.console
  await requirePermission(deps, session, command.console)
  if (needsConfirmation(permission)) requireConfirmation(session, deps.now())
  const given = readGiven(command, typed)
  return runCommand(deps, {
    command,
    given,
    mark,
    actor: consoleActor(session),
    requestId: null,
    notice: () => signatureSentence(deps, session),
    begin: (agreed) => beginOrRequest(deps, session, { command, given, ...agreed }),
  })
}
