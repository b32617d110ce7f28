import { useState } from 'react'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { CloseForm } from './close-form.tsx'
import { ListCard } from '../frame/list-card.tsx'
import type { Profile } from '../profile/use-profile.ts'

/** Explains the closing of the account and opens its form. */
export function CloseCard({ profile }: { profile: Profile }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <ListCard title="注销账户">
      <p className="soft">
        申请后 7 天注销，期间登录一次就会保留账户。注销后个人资料会被删除，无法恢复。
      </p>
      <div className="card-foot">
        <Button kind="danger" onClick={() => setIsOpen(true)}>
          注销账户
        </Button>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="注销账户？">
        <CloseForm profile={profile} onCancel={() => setIsOpen(false)} />
      </Dialog>
    </ListCard>
  )
}
