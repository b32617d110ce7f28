import { Link } from '#web/lib/router/link.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { InvoiceStateTag } from '#web/ui/display/invoice-state-tag.tsx'
import { Money } from '#web/ui/display/money.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { userHref } from '../lib/console-href.ts'
import { DayTime } from '../panel/cells.tsx'
import { Strip } from '../panel/panel.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'

/** Reasons that customers read, for the dialogs of the actions. */
const REJECTIONS = {
  reason: ['税号与抬头不一致，请核对后重新申请', '抬头不完整，请填写全称', '重复申请'],
}
const REVERSALS = { reason: ['订单已退款', '抬头或税号有误，需要重开', '应用户要求'] }

interface InvoiceHeadProps {
  invoice: InvoiceDetail
  actions: ActionStarter
}

/** Title, state, actions of the role, and the values that matter most. */
export function InvoiceHead({ invoice, actions }: InvoiceHeadProps) {
  const { id, state, name, amount, currency, orders, user } = invoice
  const given = { invoice: id }
  return (
    <>
      <header className="thing-head">
        <div>
          <h1>
            <span>{name}</span> <InvoiceStateTag state={state} />
          </h1>
          <p>
            <CopyButton text={id} what="发票编号" />
          </p>
        </div>
        <span className="row-actions">
          {state === 'requested' && (
            <>
              <ActionButton
                actions={actions}
                command="invoices issue"
                given={given}
                kind="primary"
                icon="check"
              >
                开具
              </ActionButton>
              <ActionButton
                actions={actions}
                command="invoices reject"
                given={given}
                suggestions={REJECTIONS}
                kind="danger"
              >
                拒绝
              </ActionButton>
            </>
          )}
          {state === 'issued' && <SupplementButton invoice={invoice} actions={actions} />}
          {(state === 'issued' || state === 'reversal_due') && (
            <ActionButton
              actions={actions}
              command="invoices reverse"
              given={given}
              suggestions={REVERSALS}
              kind={state === 'reversal_due' ? 'primary' : 'secondary'}
              icon="again"
            >
              红冲
            </ActionButton>
          )}
        </span>
      </header>
      <Strip
        rows={[
          ['开票金额', <Money key="sum" amount={amount} currency={currency} />],
          ['订单', `${orders.length} 笔`],
          [
            '用户',
            user === null ? (
              '已注销的用户'
            ) : (
              <Link key="user" to={userHref(user.id)}>
                {user.email}
              </Link>
            ),
          ],
          ['申请', <DayTime key="asked" iso={invoice.requestedAt} />],
          [
            '开具',
            invoice.issuedAt === null ? null : <DayTime key="issued" iso={invoice.issuedAt} />,
          ],
          [
            '红冲',
            invoice.reversedAt === null ? null : (
              <DayTime key="reversed" iso={invoice.reversedAt} />
            ),
          ],
          ['原因', invoice.reason],
        ]}
      />
    </>
  )
}

/** What may still be registered for an issued invoice: a PDF until the customer has it, a missing number. */
function SupplementButton({ invoice: { id, number, files }, actions }: InvoiceHeadProps) {
  const stored = files.find(({ file }) => file === 'invoice')
  const isFinal = stored?.isDownloaded === true
  if (isFinal && number !== null) return null
  const label = stored ? '更换 PDF' : '上传 PDF'
  return (
    <ActionButton actions={actions} command="invoices issue" given={{ invoice: id }} icon="file">
      {isFinal ? '补登号码' : label}
    </ActionButton>
  )
}
