import type { Query } from '../../db/sql.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { OperatorContext } from '../operator.ts'
import { importantChangeMail } from './operator-mails.ts'
import { listOwnerEmails } from './operators.store.ts'

/** Mails every owner what was done that two have to sign, also where there was nobody who could. */
export function tellOwnersOfSigned(
  operator: Pick<OperatorContext, 'content' | 'call'>,
  tx: Query,
  what: string,
): Promise<void> {
  return tellOwners(operator, tx, what, { needsSignature: true })
}

/** Mails every owner what was done, and who signed it, if somebody had to. */
export async function tellOwners(
  { content, call }: Pick<OperatorContext, 'content' | 'call'>,
  tx: Query,
  what: string,
  { needsSignature }: { needsSignature: boolean },
): Promise<void> {
  const { actor, signer = null } = call
  const mail = importantChangeMail(
    { content },
    { what, by: actor.operator, needsSignature, signer },
  )
  for (const to of await listOwnerEmails(tx)) await queueMail(tx, { to, ...mail })
}
