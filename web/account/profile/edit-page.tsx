import { PageHead } from '../../shell/page-head.tsx'
import { LoadFailed } from '../../ui/feedback/loaded.tsx'
import { DevicesCard } from './devices-card.tsx'
import { SecondFactorSection } from '../second-factor/second-factor-section.tsx'
import { LateSection } from './late-section.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { useProfile } from './use-profile.ts'

export default function EditPage() {
  const profile = useProfile()
  return (
    <>
      <PageHead lead="昵称、登录的设备和您的数据，都在这里。导出数据、注销账户，也在这一页。" />
      {profile.error ? (
        <ListCard title="个人资料">
          <LoadFailed load={profile} what="个人资料" />
        </ListCard>
      ) : (
        <ProfileCard user={profile.data?.user} />
      )}
      {!profile.error && <SecondFactorSection email={profile.data?.user.email} />}
      <DevicesCard email={profile.data?.user.email} />
      {(profile.data ?? profile.error) && <LateSection profile={profile.data} />}
    </>
  )
}
