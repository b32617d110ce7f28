import { PageHead } from '../shell/page-head.tsx'

export default function PlansPage() {
  return <PageHead />
}
