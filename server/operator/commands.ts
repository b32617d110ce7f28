import { changeApplicationCommand } from './applications/change-application.ts'
import { disableApplicationCommand } from './applications/disable-application.ts'
import { registerApplicationCommand } from './applications/register-application.ts'
import { replayWebhookCommand } from './applications/replay-webhook.ts'
import { rotateApplicationCommand, rotateSigningKeyCommand } from './applications/rotate-keys.ts'
import {
  addAnnouncementCommand,
  editAnnouncementCommand,
  endAnnouncementCommand,
} from './announcements/announcements.ts'
import { makeBackupCommand } from './backup/make-backup.ts'
import { restoreBackupCommand } from './backup/restore-backup.ts'
import { verifyBackupCommand } from './backup/verify-backup.ts'
import { compareWithProviderCommand } from './books/compare-with-provider.ts'
import { proveBooksCommand } from './books/prove-books.ts'
import type { Command } from './command.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { makeDemoCommand, removeDemoCommand } from './demo/demo.ts'
import { replayEventCommand } from './events/replay-event.ts'
import { issueInvoiceCommand } from './invoices/issue-invoice.ts'
import { rejectInvoiceCommand, reverseInvoiceCommand } from './invoices/end-invoice.ts'
import { resendMailCommand } from './mail/resend-mail.ts'
import { testMailCommand } from './mail/test-mail.ts'
import {
  disableOperatorCommand,
  enableOperatorCommand,
  setRoleCommand,
} from './operators/change-staff.ts'
import { inviteOperatorCommand, uninviteOperatorCommand } from './operators/invite-and-uninvite.ts'
import { resetOperatorCommand } from './operators/reset-operator.ts'
import { checkOrderCommand } from './orders/check-order.ts'
import { recoverOrderCommand } from './orders/recover-order.ts'
import { refundCommand } from './orders/refund.ts'
import { closeDayCommand } from './books/close-day.ts'
import { refuseRefundCommand } from './orders/refuse-refund.ts'
import { resendReceiptCommand } from './orders/resend-receipt.ts'
import { applyPlansCommand } from './plans/apply-plans.ts'
import { orderPlansCommand } from './plans/order-plans.ts'
import { savePlanCommand } from './plans/save-plan.ts'
import { restorePlanCommand, withdrawPlanCommand } from './plans/withdraw-and-restore-plan.ts'
import { addChannelCommand, removeChannelCommand, testChannelCommand } from './pushes/pushes.ts'
import { listAlertsCommand, showDayCommand, showOrderCommand, showUserCommand } from './reads.ts'
import { acceptKeyCommand, rotateKeyCommand } from './secret-key/change-key.ts'
import { adjustBalanceCommand } from './users/adjust-balance.ts'
import { blockUserCommand, unblockUserCommand } from './users/block-user.ts'
import { changeUserEmailCommand } from './users/change-user-email.ts'
import { closeUserCommand, keepUserCommand } from './users/close-and-keep-user.ts'
import { removeSecondFactorCommand } from './users/remove-second-factor.ts'
import { revokeSessionsCommand } from './users/revoke-sessions.ts'

/** Every command, under the headings of the help. */
export const commandGroups: readonly { title: string; commands: readonly Command[] }[] = [
  {
    title: '套餐',
    commands: [
      applyPlansCommand,
      savePlanCommand,
      withdrawPlanCommand,
      restorePlanCommand,
      orderPlansCommand,
    ],
  },
  {
    title: '订单',
    commands: [
      showOrderCommand,
      checkOrderCommand,
      refundCommand,
      refuseRefundCommand,
      recoverOrderCommand,
      resendReceiptCommand,
    ],
  },
  {
    title: '用户',
    commands: [
      showUserCommand,
      adjustBalanceCommand,
      revokeSessionsCommand,
      blockUserCommand,
      unblockUserCommand,
      changeUserEmailCommand,
      removeSecondFactorCommand,
      closeUserCommand,
      keepUserCommand,
    ],
  },
  {
    title: '应用',
    commands: [
      registerApplicationCommand,
      changeApplicationCommand,
      rotateApplicationCommand,
      disableApplicationCommand,
      replayWebhookCommand,
      rotateSigningKeyCommand,
    ],
  },
  {
    title: '发票',
    commands: [issueInvoiceCommand, rejectInvoiceCommand, reverseInvoiceCommand],
  },
  { title: '支付事件', commands: [replayEventCommand] },
  { title: '邮件', commands: [resendMailCommand, testMailCommand] },
  {
    title: '公告',
    commands: [addAnnouncementCommand, editAnnouncementCommand, endAnnouncementCommand],
  },
  {
    title: '通知',
    commands: [addChannelCommand, testChannelCommand, removeChannelCommand],
  },
  {
    title: '账目',
    commands: [
      showDayCommand,
      closeDayCommand,
      proveBooksCommand,
      compareWithProviderCommand,
      listAlertsCommand,
    ],
  },
  { title: '演示数据', commands: [makeDemoCommand, removeDemoCommand] },
  { title: '备份', commands: [makeBackupCommand, verifyBackupCommand, restoreBackupCommand] },
  { title: '检查', commands: [doctorCommand] },
  { title: '密钥', commands: [rotateKeyCommand, acceptKeyCommand] },
  {
    title: '同事',
    commands: [
      inviteOperatorCommand,
      uninviteOperatorCommand,
      setRoleCommand,
      disableOperatorCommand,
      enableOperatorCommand,
      resetOperatorCommand,
    ],
  },
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
