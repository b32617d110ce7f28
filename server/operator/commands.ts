import { listAlerts } from './alerts/list-alerts.ts'
import { showActions } from './audit/show-actions.ts'
import { makeBackup } from './backup/make-backup.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { compareWithProvider } from './books/compare-with-provider.ts'
import { proveBooks } from './books/prove-books.ts'
import type { Command } from './command.ts'
import { listEvents } from './events/list-events.ts'
import { replayEvent } from './events/replay-event.ts'
import { listMails } from './mail/list-mails.ts'
import { resendMail } from './mail/resend-mail.ts'
import { testMail } from './mail/test-mail.ts'
import { checkAgain } from './orders/check-again.ts'
import { listOrders } from './orders/list-orders.ts'
import { recoverOrder } from './orders/recover-order.ts'
import { refund } from './orders/refund.ts'
import { showOrder } from './orders/show-order.ts'
import { applyPlans } from './plans/apply-plans.ts'
import { listPlans } from './plans/list-plans.ts'
import { withdrawPlan } from './plans/withdraw-plan.ts'
import { acceptKey } from './secret-key/accept-key.ts'
import { adjustBalance } from './users/adjust-balance.ts'
import { findUsers } from './users/find-users.ts'
import { revokeSessions } from './users/revoke-sessions.ts'
import { showLedger } from './users/show-ledger.ts'

/** Every command, under the headings of the help. */
export const commandGroups: readonly { title: string; commands: readonly Command[] }[] = [
  { title: '套餐', commands: [listPlans, applyPlans, withdrawPlan] },
  { title: '订单', commands: [listOrders, showOrder, checkAgain, refund, recoverOrder] },
  { title: '用户', commands: [findUsers, showLedger, adjustBalance, revokeSessions] },
  { title: '支付事件', commands: [listEvents, replayEvent] },
  { title: '邮件', commands: [listMails, resendMail, testMail] },
  { title: '账目', commands: [proveBooks, compareWithProvider, listAlerts] },
  { title: '备份', commands: [makeBackup, verifyBackup, restoreBackup] },
  { title: '密钥', commands: [acceptKey] },
  { title: '操作记录', commands: [showActions] },
]

const commands = commandGroups.flatMap((group) => group.commands)

/** The command that these words begin with, and the words after its name; null without one. */
export function findCommand(
  words: readonly string[],
): { command: Command; rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = commands.find((each) => each.name === name || each.alias === name)
    if (command) return { command, rest: words.slice(length) }
  }
  return null
}

/** The commands whose name begins with this word. */
export function listCommandsWithPrefix(word: string): readonly Command[] {
  return commands.filter(({ name }) => name.split(' ', 1)[0] === word)
}
