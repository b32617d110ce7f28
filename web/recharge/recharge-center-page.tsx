import { PageHead } from '../shell/page-head.tsx'

export default function RechargeCenterPage() {
  return <PageHead />
}
