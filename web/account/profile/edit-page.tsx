import { PageHead } from '../../shell/page-head.tsx'
import { LoadFailed } from '../../ui/feedback/loaded.tsx'
import { DevicesCard } from './devices-card.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { useProfile, type Profile } from './use-profile.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../../lib/router/contexts.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { toast } from '../../lib/toast.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

export default function EditPage() {
  const profile = useProfile()
  const { hash } = useLocation()
  const navigate = useNavigate()
  // older mails and bookmarks: the keys were a part of this page
  useEffect(() => {
    if (hash === '#api-keys') void navigate('/account/api-keys', { replace: true })
  }, [hash, navigate])
  return (
    <>
      <PageHead lead="管理昵称、登录的设备和账户安全，也可导出数据或注销账户。" />
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

type Cards = typeof import('./late-cards.tsx')

interface LateSectionProps {
  /** Undefined when it failed to load. */
  profile: Profile | undefined
}

/** The cards at the end of the page; they are loaded when the rest of the page is shown. */
function LateSection({ profile }: LateSectionProps) {
  const [cards, setCards] = useState<Cards>()

  useEffect(() => {
    loadChunk(() => import('./late-cards.tsx')).then(
      (loaded) => setCards(loaded),
      () => toast('页面加载不完整，请刷新页面', 'bad'),
    )
  }, [])

  return cards ? <cards.LateCards profile={profile} /> : <div hidden aria-busy />
}

type Card = typeof import('../second-factor/second-factor-card.tsx')

interface SecondFactorSectionProps {
  /** Undefined while the profile loads. */
  email: string | undefined
}

/** The card 两步验证; it is loaded when the rest of the page is shown, and keeps its place until then. */
function SecondFactorSection({ email }: SecondFactorSectionProps) {
  const [card, setCard] = useState<Card>()
  const isShown = email !== undefined

  useEffect(() => {
    if (!isShown) return
    loadChunk(() => import('../second-factor/second-factor-card.tsx')).then(
      (loaded) => setCard(loaded),
      () => toast('两步验证加载失败，请刷新页面', 'bad'),
    )
  }, [isShown])

  if (card && isShown) return <card.SecondFactorCard email={email} />
  return (
    <div className="factor-card">
      <ListCard title="两步验证">
        <Skeleton lines={2} />
      </ListCard>
    </div>
  )
}
