import { ApplicationCards } from '../applications/application-cards.tsx'
import { CloseCard } from '../closing/close-card.tsx'
import { ExportCard } from './export-card.tsx'
import type { Profile } from './use-profile.ts'

/** Export and closing, which need the profile, then API keys and applications. */
export function LateCards({ profile }: { profile: Profile | undefined }) {
  return (
    <>
      {profile && (
        <div className="split">
          <ExportCard email={profile.user.email} />
          <CloseCard profile={profile} />
        </div>
      )}
      <ApplicationCards email={profile?.user.email ?? ''} />
    </>
  )
}
