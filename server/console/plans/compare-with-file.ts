import type { PlansFile } from '#contract/console/plan-shapes.ts'
import { changeTitle, describeField } from '../../recharge/plans/plan-change-texts.ts'
import { isInOrder, planChanges, unlistedPlans } from '../../recharge/plans/plan-changes.ts'
import type { PlanRow } from '../../recharge/plans/plans.store.ts'
import type { Content } from '../../site/content/load-content.ts'

/** What `plans apply content/plans.json` would change. */
export function compareWithFile(
  rows: readonly PlanRow[],
  { plans: wanted, site }: Pick<Content, 'plans' | 'site'>,
): PlansFile {
  return {
    changes: planChanges(rows, wanted).map((change) => ({
      id: change.id,
      name: change.name,
      title: changeTitle(change),
      fields: change.fields.map((each) => describeField(each, site)),
    })),
    isInOrder: isInOrder(rows, wanted),
    unlisted: unlistedPlans(rows, wanted).map(({ id, name }) => ({ id, name })),
  }
}
