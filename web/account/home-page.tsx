import { PageHead } from '../shell/page-head.tsx'

export default function AccountHomePage() {
  return <PageHead />
}
