import { uuidv7 } from '../../db/ids.ts'
import { afterCommit, json, type Query } from '../../db/sql.ts'
import type { PlanChange } from '../../recharge/plans/plan-changes.ts'
import { reportPageChange } from '../../site/pages/page-changes.ts'

/** Puts these plans before all others, in this order. */
export async function movePlansFirst(tx: Query, ids: readonly string[]): Promise<void> {
  await tx`
    update plans set position = place.place
    from (
      select plans.id, row_number() over (order by first.place, position, plans.id) as place
      from plans left join unnest(${ids}::text[]) with ordinality as first (id, place) using (id)
    ) place where place.id = plans.id and position <> place.place`
}

/** Puts plans on sale again, or withdraws them; those that already are so stay as they are. */
export async function setOnSale(
  tx: Query,
  ids: readonly string[],
  isOnSale: boolean,
): Promise<void> {
  await tx`
    update plans set on_sale = ${isOnSale}, updated_at = now()
    where id = any(${ids}::text[]) and on_sale <> ${isOnSale}`
}

/** Takes the mark from all other plans. */
export async function recommendOnly(tx: Query, id: string): Promise<void> {
  await tx`update plans set recommended = false, updated_at = now() where recommended and id <> ${id}`
}

/** Adds to the history of the plans what an action changes; this node's documents follow at once. */
export async function storePlanChanges(
  tx: Query,
  actionId: string,
  changes: readonly PlanChange[],
): Promise<void> {
  for (const { id, kind, version, fields } of changes) {
    await tx`
      insert into plan_changes (id, plan_id, action_id, version, is_new, fields)
      values (${uuidv7()}, ${id}, ${actionId}, ${version}, ${kind === 'added'}, ${json(fields)})`
  }
  afterCommit(tx, reportPageChange)
}

export interface StoredPlanChange extends Pick<PlanChange, 'version' | 'fields'> {
  id: string
  isNew: boolean
  createdAt: Date
  actionId: string
  command: string
  operator: string
  reason: string | null
}

/** Newest first. */
export function listPlanChanges(
  sql: Query,
  planId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<StoredPlanChange[]> {
  return sql<StoredPlanChange>`
    select change.id, change.version, change.is_new as "isNew", change.fields,
      change.created_at as "createdAt", change.action_id as "actionId", action.command,
      action.operator, action.reason
    from plan_changes change join operator_actions action on action.id = change.action_id
    where change.plan_id = ${planId} and (${before}::uuid is null or change.id < ${before}::uuid)
    order by change.id desc limit ${limit}`
}
