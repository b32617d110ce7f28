import { PageHead } from '../shell/page-head.tsx'

export default function HomePage() {
  return <PageHead />
}
