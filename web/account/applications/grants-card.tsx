import { useState } from 'react'
import * as apiKeys from '#contract/account/api-keys.ts'
import { formatTime } from '../../lib/format/time.ts'
import { useSite } from '../../lib/site.ts'
import { toast } from '../../lib/toast.ts'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { Button } from '../../ui/action/button.tsx'
import { Badge } from '../../ui/display/tag.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { revoke } from './revoke.ts'
import type { Applications, UsableApplication } from './use-applications.ts'

interface GrantsCardProps extends Applications {
  /** A grant was revoked. */
  onChange: () => void
}

/** The applications that may spend the user's credit; those that the user allowed have a button to revoke it. */
export function GrantsCard({ applications, keys, onChange }: GrantsCardProps) {
  const { creditUnit, timeZone } = useSite()
  const [revoking, setRevoking] = useState<UsableApplication>()
  const lost = keys.filter(({ application }) => application.id === revoking?.id).length

  async function confirmRevoke() {
    if (!revoking) return
    await revoke(apiKeys.revokeGrant, revoking.id)
    toast(`对“${revoking.name}”的授权已撤销`)
    onChange()
  }

  if (applications.length === 0) return null
  return (
    <ListCard title="已授权的应用">
      <ul className="list">
        {applications.map((application) => (
          <li className="list-icon" key={application.id}>
            <Icon name="apps" />
            <span>
              {application.name}
              {application.grantedAt === null ? (
                <>
                  {' '}
                  <Badge>官方</Badge>
                  <small>本站的应用，登录后即可使用{creditUnit}</small>
                </>
              ) : (
                <small>授权于 {formatTime(application.grantedAt, 'date', timeZone)}</small>
              )}
              {application.url !== undefined && (
                <small>
                  <OutsideLink href={application.url}>{application.url}</OutsideLink>
                </small>
              )}
            </span>
            {application.grantedAt !== null && (
              <Button
                kind="ghost"
                size="small"
                aria-label={`撤销对 ${application.name} 的授权`}
                onClick={() => setRevoking(application)}
              >
                撤销授权
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={revoking !== undefined}
        onClose={() => setRevoking(undefined)}
        title={`撤销对“${revoking?.name}”的授权？`}
        confirmLabel="撤销授权"
        onConfirm={confirmRevoke}
      >
        <p>
          撤销后，该应用不能再预留您的{creditUnit}
          {lost > 0 && `，为它新建的 ${lost} 个密钥同时停用，不能恢复`}
          。已预留的仍可在预留的数量内扣除，不能延长，最迟 48 小时内结束。
        </p>
      </ConfirmDialog>
    </ListCard>
  )
}
