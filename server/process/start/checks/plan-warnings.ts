import { join } from 'node:path'
import type { Query } from '../../../db/sql.ts'
import type { Config } from '../../../config/config.ts'
import { isInOrder, planChanges, unlistedPlans } from '../../../recharge/plans/plan-changes.ts'
import { listAllPlans } from '../../../recharge/plans/plans.store.ts'
import type { Content } from '../../../site/content/load-content.ts'
import { shortPath } from '../short-path.ts'
import type { StartWarning } from './start-warnings.ts'

/** plans.json fills an empty database only: warns when it later differs from the plans on sale. */
export async function planWarnings(
  sql: Query,
  { contentDir }: Config,
  { plans }: Content,
): Promise<StartWarning[]> {
  const sold = await listAllPlans(sql)
  const changed = planChanges(sold, plans).map(({ id }) => id)
  const unlisted = unlistedPlans(sold, plans).map(({ id }) => id)
  const isOrdered = isInOrder(sold, plans)
  const differences = [
    ...(changed.length > 0 ? [`${changed.join('、')} 不同`] : []),
    ...(unlisted.length > 0 ? [`${unlisted.join('、')} 在售而文件里没有`] : []),
    ...(changed.length === 0 && !isOrdered ? ['顺序不同'] : []),
  ]
  if (differences.length === 0) return []
  const file = shortPath(join(contentDir, 'plans.json'))
  const command =
    changed.length > 0 || !isOrdered
      ? `要照文件出售，请运行 npm run operator -- plans apply ${file}（加 --try 先看变化）`
      : `不再出售请运行 npm run operator -- plans withdraw ${unlisted[0]}`
  return [
    {
      name: 'plans_differ',
      text: `plans.json 与正在出售的套餐不一致：${differences.join('，')}。${command}`,
      isAlert: false,
    },
  ]
}
