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
