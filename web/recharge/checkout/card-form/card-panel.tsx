import { useEffect, useEffectEvent, useState } from 'react'
import { useSite } from '../../../lib/site.ts'
import { Button } from '../../../ui/action/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { CardForm, OrderTotal } from './card-form.ts'
import type { Site } from '#contract/content/content.ts'

interface CardPanelProps {
  total: OrderTotal
  /** Gets the form once it is ready, and null when it is gone. */
  onForm: (form: CardForm | null) => void
  openForm?: typeof openCardForm
}

/** The card form with its loading and error states. */
export function CardPanel({ total, onForm, openForm = openCardForm }: CardPanelProps) {
  const site = useSite()
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [round, setRound] = useState(0)
  const [form, setForm] = useState<CardForm | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  const open = useEffectEvent(() => openForm(site, total))
  const reach = useEffectEvent((next: CardForm | null) => {
    setForm(next)
    onForm(next)
  })

  useEffect(() => {
    if (!box) return undefined
    const parent = box
    let isPlanGone = false
    let opened: CardForm | undefined
    async function load() {
      try {
        opened = await open()
        if (isPlanGone) return opened.destroy()
        await opened.mount(parent)
        if (!isPlanGone) reach(opened)
      } catch {
        if (!isPlanGone) setHasFailed(true)
      }
    }
    setHasFailed(false)
    void load()
    return () => {
      isPlanGone = true
      opened?.destroy()
      reach(null)
    }
  }, [box, round])

  const { amount, currency } = total
  useEffect(() => form?.update({ amount, currency }), [form, amount, currency])

  return (
    <div className="card">
      <div ref={setBox} hidden={hasFailed} />
      {!form && !hasFailed && <Skeleton lines={4} />}
      {hasFailed && (
        <Notice
          kind="bad"
          role="alert"
          actions={
            <Button size="small" icon="again" onClick={() => setRound(round + 1)}>
              重试
            </Button>
          }
        >
          支付组件加载失败，请检查网络后重试
        </Notice>
      )}
    </div>
  )
}

/** Loads the card form of the provider; rejects when it fails. */
export async function openCardForm({ payments }: Site, total: OrderTotal): Promise<CardForm> {
  switch (payments.provider) {
    case 'stripe': {
      const { openStripeForm } = await import('./stripe-form.ts')
      return openStripeForm(payments.publishableKey, total)
    }
    case 'sandbox': {
      const { openSandboxForm } = await import('./sandbox-form.tsx')
      return openSandboxForm({
        url: payments.sandboxUrl ?? '',
        publishableKey: payments.publishableKey,
      })
    }
  }
}
