import { GrantsSection } from '../applications/grants-section.tsx'
import { CloseCard } from '../closing/close-card.tsx'
import { ExportCard } from './export-card.tsx'
import type { Profile } from './use-profile.ts'

/** Export and closing, which need the profile, then applications. */
export function LateCards({ profile }: { profile: Profile | undefined }) {
  return (
    <>
      {profile && (
        <div className="split">
          <ExportCard email={profile.user.email} />
          <CloseCard profile={profile} />
        </div>
      )}
      <GrantsSection />
    </>
  )
}
