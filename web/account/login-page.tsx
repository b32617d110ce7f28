import { PageHead } from '../shell/page-head.tsx'

export default function LoginPage() {
  return <PageHead />
}
