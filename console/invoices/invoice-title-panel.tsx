import { TITLE_KIND_LABELS } from '#contract/invoices/invoice-fields.ts'
import { moneyParts } from '#web/lib/format/money.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Facts } from '../panel/facts.tsx'
import { Panel } from '../panel/panel.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'

/** What is typed into the tax system, each value with a button that copies it. */
export function InvoiceTitlePanel({ invoice }: { invoice: InvoiceDetail }) {
  const { kind, name, taxNumber, email, amount, currency, number, reversalNumber } = invoice
  return (
    <Panel title="开票信息" aside={<span className="faint">点一下复制</span>}>
      <div className="panel-body">
        <Facts
          rows={[
            ['类型', TITLE_KIND_LABELS[kind]],
            ['抬头', <CopyButton key="name" text={name} what="抬头" />],
            ['税号', copyable(taxNumber, '税号')],
            [
              '金额',
              // without the sign, as the field of the tax system takes it
              <CopyButton
                key="sum"
                text={moneyParts(amount, currency).number.replaceAll(',', '')}
                what="金额"
              />,
            ],
            ['接收邮箱', <CopyButton key="email" text={email} what="接收邮箱" />],
            ['发票号码', copyable(number, '发票号码')],
            ['红字发票号码', copyable(reversalNumber, '红字发票号码')],
          ]}
        />
      </div>
    </Panel>
  )
}

function copyable(text: string | null, what: string) {
  return text === null ? null : <CopyButton key={what} text={text} what={what} />
}
