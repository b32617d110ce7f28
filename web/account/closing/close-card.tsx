import { useState } from 'react'
import { api } from '#contract/api.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { call } from '../../lib/call/call.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { useAction } from '../../ui/action/use-action.ts'
import { ListCard } from '../frame/list-card.tsx'
import type { OpenOrders } from './close-form.tsx'
import type { Profile } from '../profile/use-profile.ts'

const loadForm = () => loadChunk(() => import('./close-form.tsx'))

async function countOpenOrders(): Promise<OpenOrders> {
  const count = async (state: keyof OpenOrders) =>
    (await call(api.recharge.orderList, { page: 1, pageSize: 1, state })).total
  const [pending, processing] = await Promise.all([count('pending'), count('processing')])
  return { pending, processing }
}

const loadDialog = async () => {
  const [form, openOrders] = await Promise.all([loadForm(), countOpenOrders()])
  return { ...form, openOrders }
}

/** Explains the closing of the account and opens its form, which few need and which is loaded then. */
export function CloseCard({ profile }: { profile: Profile }) {
  const [form, setForm] = useState<Awaited<ReturnType<typeof loadDialog>>>()
  const { isBusy, run: open } = useAction(async () => setForm(await loadDialog()))
  const close = () => setForm(undefined)
  return (
    <ListCard title="注销账户">
      <p className="soft">
        账户在申请 7 天后注销，期间登录即取消注销。注销后个人资料将被删除，无法恢复。
      </p>
      <div className="card-foot">
        <Button kind="danger" isBusy={isBusy} onClick={open}>
          注销账户
        </Button>
      </div>
      <Dialog isOpen={form !== undefined} onClose={close} title="注销账户？">
        {form && <form.CloseForm profile={profile} openOrders={form.openOrders} onCancel={close} />}
      </Dialog>
    </ListCard>
  )
}
