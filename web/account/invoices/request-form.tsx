import { useState } from 'react'
import * as z from 'zod/mini'
import { email } from '#contract/fields.ts'
import { type InvoiceTitle, titleFields } from '#contract/invoices/invoice-fields.ts'
import type { Invoice, SavedTitle } from '#contract/invoices/invoice-shapes.ts'
import { requestInvoice } from '#contract/invoices/invoices.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { formatMoney } from '../../lib/format/money.ts'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { Field } from '../../ui/form/field.tsx'
import { OrderChoice } from './order-choice.tsx'
import { type OrderPages, readMoreOrders, type RequestData } from './request-data.ts'
import { NEW_TITLE, TitleChoice } from './title-choice.tsx'
import { TitleFields } from './title-fields.tsx'

// the last of the ticked boxes; all of them are known besides
const orders = z.string('请选择订单')
const newTitleForm = z.discriminatedUnion('kind', [
  z.object({ orders, ...titleFields.company, email }),
  z.object({ orders, ...titleFields.person, email }),
])
const savedTitleForm = z.object({ orders, email })

interface RequestFormProps {
  data: RequestData
  /** The order that is chosen at first. */
  order: string | undefined
  onDone: (invoice: Invoice) => void
  /** One of the orders cannot be invoiced any more. */
  onStale: () => void
}

export function RequestForm({ data, order, onDone, onStale }: RequestFormProps) {
  const [further, setFurther] = useState<{ data: RequestData; pages: OrderPages }>()
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set(order ? [order] : []))
  const [removed, setRemoved] = useState<readonly string[]>([])
  const titles = data.titles.filter(({ id }) => !removed.includes(id))
  const [titleId, setTitleId] = useState(titles[0]?.id ?? NEW_TITLE)
  const saved = titles.find(({ id }) => id === titleId)
  // what was loaded after an older list does not count
  const offered = further?.data === data ? further.pages : data
  const chosen = offered.orders.filter(({ id }) => chosenIds.has(id))
  const currency = chosen[0]?.currency ?? ''
  const sum = chosen.reduce((total, { amount }) => total + amount, 0)

  async function loadMore() {
    const more = await readMoreOrders(offered.orders.length)
    const known = new Set(offered.orders.map(({ id }) => id))
    const added = more.orders.filter(({ id }) => !known.has(id))
    setFurther({ data, pages: { orders: [...offered.orders, ...added], total: more.total } })
  }

  async function submit(values: z.output<typeof newTitleForm> | z.output<typeof savedTitleForm>) {
    const title = saved ? fromSaved(saved, values.email) : fromTyped(values)
    try {
      const orderIds = chosen.map(({ id }) => id)
      const { invoice } = await call(requestInvoice, { orderIds, title }, { isQuiet: true })
      onDone(invoice)
    } catch (error) {
      if (error instanceof CallError && error.code === 'ORDERS_NOT_INVOICEABLE') onStale()
      throw error
    }
  }

  return (
    <Form
      className="form request-form"
      schema={saved ? savedTitleForm : newTitleForm}
      onSubmit={submit}
    >
      <OrderChoice
        orders={offered.orders}
        hasMore={offered.orders.length < offered.total}
        chosen={chosen}
        onChange={setChosenIds}
        onMore={loadMore}
      />
      <div className="request-title">
        {titles.length > 0 && (
          <TitleChoice
            titles={titles}
            chosen={saved?.id ?? NEW_TITLE}
            onChange={setTitleId}
            onRemoved={(id) => setRemoved([...removed, id])}
          />
        )}
        {!saved && <TitleFields isAlone={titles.length === 0} />}
        <Field
          key={saved?.id ?? NEW_TITLE}
          name="email"
          label="接收邮箱"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={saved?.email ?? data.email}
          hint="开具后发送邮件，内含发票链接"
        />
      </div>
      <footer className="request-foot">
        <p role="status">
          {chosen.length === 0 ? (
            '未选择订单'
          ) : (
            <>
              {chosen.length} 笔订单，开票金额 <b>{formatMoney(sum, currency)}</b>
            </>
          )}
        </p>
        <SubmitButton isWide={false}>提交申请</SubmitButton>
      </footer>
    </Form>
  )
}

function fromSaved({ kind, name, taxNumber }: SavedTitle, to: string): InvoiceTitle {
  return kind === 'company' && taxNumber !== null
    ? { kind, name, taxNumber, email: to }
    : { kind: 'person', name, email: to }
}

function fromTyped(
  values: z.output<typeof newTitleForm> | z.output<typeof savedTitleForm>,
): InvoiceTitle {
  if (!('kind' in values)) throw new Error('A new title was typed into the form of a saved one')
  const { orders: _, ...title } = values
  return title
}
