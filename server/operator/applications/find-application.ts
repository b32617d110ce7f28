import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { requiredText } from '../parameters.ts'
import { type ApplicationRow, findApplication } from './applications.store.ts'

export const applicationArgument = requiredText('应用', '应用的编号或 clientId，见控制台的“应用”')

/** The one application that the operator names. */
export async function requireApplication(
  { sql }: Pick<OperatorContext, 'sql'>,
  applicationRef: string,
): Promise<ApplicationRow> {
  const application = await findApplication(sql, applicationRef.toLowerCase())
  if (!application) throw new Refusal(`没有这个应用：${applicationRef}`, { code: 'NOT_FOUND' })
  return application
}

export function applicationLabel({ id, name }: Pick<ApplicationRow, 'id' | 'name'>): string {
  return `${name}（${id}）`
}

export function disabledRefusal(application: ApplicationRow): Refusal {
  return new Refusal(`应用 ${applicationLabel(application)}已经停用`, { code: 'DISABLED' })
}

/** For the help of the command that gives an application another key. */
export const NEW_KEY_NOTE =
  '在控制台每次都要另一位所有者或财务签字，没有这样的同事时才不用；密钥显示给签字的人，所有者都会收到邮件。'

/** For the help of the commands that give out a key of a first-party application. */
export const FIRST_PARTY_NOTE =
  '自营应用的密钥在控制台要另一位所有者或财务签字才有，没有这样的同事时才不用；密钥显示给签字的人，所有者都会收到邮件。'

/** What the preview says of a key. */
export const KEY_SENTENCE = '密钥只显示这一次，给执行的人看；要签字的，给签字的人看'

/** What it says of a first-party application besides. */
export const FIRST_PARTY_SENTENCE = '它是自营的应用：不用授权就可以使用每个用户的积分'
