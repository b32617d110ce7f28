import type { Context } from '../payments/context.ts'
import { updateDispute } from '../payments/disputes/answer-dispute.ts'
import { closeDispute } from '../payments/disputes/disputes.ts'
import { evidenceNames, type Evidence } from '../payments/disputes/evidence.ts'
import type { Change } from '../storage/state.ts'
import type { Dispute } from '../storage/tables.ts'
import { notFound } from './errors.ts'
import type { Params } from './params.ts'
import { filterByPayment, readEndpoints } from './read-endpoints.ts'
import type { Call, Endpoint } from './serve-api.ts'

const PATH = '/v1/disputes'

export const disputeEndpoints: Endpoint[] = [
  ...readEndpoints({
    path: PATH,
    kind: 'dispute',
    param: 'dispute',
    rows: (change) => change.rows('disputes'),
    find: (change, id) => change.get('disputes', id),
    filter: filterByPayment,
  }),
  { method: 'POST', path: `${PATH}/:id`, openTo: 'server', prepare: update },
  { method: 'POST', path: `${PATH}/:id/close`, openTo: 'server', prepare: close },
]

function update({ params, id }: Call): (context: Context) => object {
  const evidence = readEvidence(params.group('evidence'))
  const metadata = params.metadata('metadata')
  const isSubmitted = params.flag('submit') !== false
  return (context) =>
    updateDispute(context, findDispute(context.change, id), { evidence, metadata, isSubmitted })
}

/** An empty text takes an item back. */
function readEvidence(group: Params | undefined): Evidence | undefined {
  if (group === undefined) return undefined
  const given = evidenceNames.flatMap((name) => {
    const text = group.text(name, MOST_TEXT)
    return text === undefined ? [] : [[name, text === '' ? null : text]]
  })
  return Object.fromEntries(given)
}

const MOST_TEXT = 20_000

/** The shop accepts the dispute, which is then lost. */
function close({ id }: Call): (context: Context) => object {
  return (context) => closeDispute(context, findDispute(context.change, id), 'lost')
}

export function findDispute(change: Change, id: string): Dispute {
  const dispute = change.get('disputes', id)
  if (dispute === undefined) throw notFound('dispute', id, 'dispute')
  return dispute
}
