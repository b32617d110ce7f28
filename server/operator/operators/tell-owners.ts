import type { Query } from '../../db/sql.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { OperatorContext } from '../operator.ts'
import { staffChangedMail } from './operator-mails.ts'
import { listOwnerEmails } from './operators.store.ts'

/** Mails every owner that somebody's access changed, and by whom: a browser that was taken over does it in secret otherwise. */
export async function tellOwners(
  { content, call }: Pick<OperatorContext, 'content' | 'call'>,
  tx: Query,
  what: string,
): Promise<void> {
  const mail = staffChangedMail({ content }, { what, by: call.actor.operator })
  for (const to of await listOwnerEmails(tx)) await queueMail(tx, { to, ...mail })
}
