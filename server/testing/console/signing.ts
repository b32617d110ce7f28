import { act } from '#contract/console/actions.ts'
import { listSignatureRequests, signRequest } from '#contract/console/staff/signatures.ts'
import { type Shop, startShop } from '../shop.ts'
import { ask, previewOf, startTestConsole } from './console.ts'

/** A shop where customers buy, and its console. */
export async function startSigning() {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startShop())
  const staff = stack.use(await startTestConsole(shop.deps))
  return { shop, staff, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/**
 * The whole staff leaves with what it asked for, its mails and its counters: for tests that share a shop and look at who
 * could sign, who is mailed or what waits.
 */
export async function dismissStaff({ sql }: Pick<Shop, 'sql'>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      update operator_requests
      set outcome = 'withdrawn', decided_by = operator_id, decided_at = now(), given = '{}', preview = '{}'
      where outcome is null`
    // the shop itself never lets the last owner go
    await tx`alter table operators disable trigger operators_keep_an_owner`
    await tx`
      update operators set disabled_at = coalesce(disabled_at, now()), unchanged_since = created_at
      where disabled_at is null or unchanged_since > created_at`
    await tx`alter table operators enable trigger operators_keep_an_owner`
    await tx`delete from operator_invitations`
    await tx`delete from jobs where kind = 'mail'`
    await tx`delete from rate_limits`
  })
}

type Staff = Awaited<ReturnType<typeof startTestConsole>>
export type Colleague = Awaited<ReturnType<Staff['newOperator']>>

/** Shows the action and agrees to it; the answer to the agreement. */
export async function perform(operator: Colleague, command: string, given: Record<string, string>) {
  const { mark } = await previewOf(operator, command, given)
  return operator.call(act, { command, given, mark })
}

/** Looks at the request and signs what it shows. */
export async function sign(operator: Colleague, id: string) {
  const shown = await operator.call(signRequest, { id, mark: null })
  if (shown.body.data?.is !== 'preview') return shown
  return operator.call(signRequest, { id, mark: shown.body.data.mark })
}

/** The requests that concern the operator. */
export async function waiting(operator: Colleague) {
  return (await ask(operator, listSignatureRequests, {})).requests
}

/** The colleague signs what waits; what was done. */
export async function signOnly(colleague: Colleague) {
  const [request] = await waiting(colleague)
  const { data } = (await sign(colleague, request!.id)).body
  if (data.is !== 'done') throw new Error('it was not signed')
  return data.report
}
