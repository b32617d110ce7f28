import { PageHead } from '../shell/page-head.tsx'

export default function RegisterPage() {
  return <PageHead />
}
