import { shortName } from '#contract/account/second-factor-fields.ts'
import { ROLE_LABELS, ROLE_NOTES, ROLES } from '#contract/console/staff/roles.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { choice, type Parameter, requiredText } from '../parameters.ts'
import { findOperator, type OperatorRow } from './operators.store.ts'

const nameRule = shortName('姓名')

export const operatorArgument = requiredText('同事', '同事的邮箱或 ID')

export const nameParameter: Parameter<string> = {
  value: '姓名',
  help: '怎样称呼对方，也记入操作记录',
  isRequired: true,
  read(given) {
    const parsed = nameRule.safeParse(given ?? '')
    if (!parsed.success) throw wrongUsage(parsed.error.issues[0]?.message ?? '不正确')
    return parsed.data
  },
}

export const roleParameter = choice({
  label: '角色',
  help: ROLES.map((role) => `${ROLE_LABELS[role]}（${role}）：${ROLE_NOTES[role]}`).join('。'),
  words: ROLES,
  labels: ROLE_LABELS,
})

/** The one operator who is named. */
export async function requireOperator(
  { sql }: Pick<OperatorContext, 'sql'>,
  reference: string,
): Promise<OperatorRow> {
  const found = await findOperator(sql, reference.toLowerCase())
  if (!found) throw new Refusal(`没有这位同事：${reference}`, { code: 'NOT_FOUND' })
  return found
}

/** `周敏（zhou@example.com，财务）` */
export function operatorLabel({
  name,
  email,
  role,
}: Pick<OperatorRow, 'name' | 'email' | 'role'>): string {
  return `${name}（${email}，${ROLE_LABELS[role]}）`
}
