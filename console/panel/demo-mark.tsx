import { Badge } from '#web/ui/display/tag.tsx'

/** Marks a user of the demo data, whose address ends so. */
export function DemoMark({ email }: { email: string | null }) {
  return email?.endsWith('@demo.invalid') ? (
    <>
      {' '}
      <Badge kind="quiet">演示</Badge>
    </>
  ) : null
}
