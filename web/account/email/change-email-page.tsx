import { PageHead } from '../../shell/page-head.tsx'
import { LoadFailed } from '../../ui/feedback/loaded.tsx'
import { ChangeEmailForm } from './change-email-form.tsx'
import { FormPage } from '../frame/form-page.tsx'
import { useProfile } from '../profile/use-profile.ts'

export default function ChangeEmailPage() {
  const profile = useProfile()
  return (
    <>
      <PageHead />
      <FormPage
        consequences={[
          { icon: 'mail', text: '新邮箱马上生效：以后用它登录，收据和通知也发到那里。' },
          {
            icon: 'again',
            text: <>旧邮箱会收到一封通知，72&nbsp;小时内可以用里面的链接改回来。</>,
          },
          { icon: 'credit', text: '余额、订单和密码都不会变。' },
        ]}
      >
        {profile.error ? (
          <LoadFailed load={profile} what="当前邮箱" />
        ) : (
          <ChangeEmailForm email={profile.data?.user.email} />
        )}
      </FormPage>
    </>
  )
}
