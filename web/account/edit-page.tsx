import { api } from '#contract/api.ts'
import { call } from '../lib/call.ts'
import { PageHead } from '../shell/page-head.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useLoad } from '../ui/use-load.ts'
import { CloseCard } from './close-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { ExportCard } from './export-card.tsx'
import { ListCard } from './list-card.tsx'
import { ProfileCard } from './profile-card.tsx'

export default function EditPage() {
  const profile = useLoad('profile', (signal) =>
    call(api.account.profile, {}, { signal, isQuiet: true }),
  )
  return (
    <>
      <PageHead lead="昵称、登录的设备和您的数据，都在这里。" />
      {profile.data ? (
        <ProfileCard user={profile.data.user} />
      ) : (
        <ListCard title="个人资料">
          <Loaded load={profile} what="个人资料" lines={4}>
            {() => null}
          </Loaded>
        </ListCard>
      )}
      <DevicesCard />
      {profile.data && (
        <div className="split">
          <ExportCard email={profile.data.user.email} />
          <CloseCard profile={profile.data} />
        </div>
      )}
    </>
  )
}
