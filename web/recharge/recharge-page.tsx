import { PageHead } from '../shell/page-head.tsx'

export default function RechargePage() {
  return <PageHead />
}
