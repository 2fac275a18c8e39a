import { Trans } from '@lingui/react/macro';
import { unlistedMeta } from '#app/shared/meta.ts';
import { AccessDenied } from '#app/shared/session/guards/access-denied-page.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { ConsentRegister } from '#app/signing/consents/register.tsx';
import { mayManage } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';

export const meta = unlistedMeta('/manage/consents', {
  title: msg`Consents`,
  description: msg`For staff: consents to use and disclose tax information.`,
});

export default function ConsentRegisterPage() {
  const { role } = useSession();
  if (!mayManage(role)) return <AccessDenied />;
  return (
    <div className="staff-page flex flex-col gap-4 py-5">
      <h1 className="text-xl">
        <Trans>Consents</Trans>
      </h1>
      <ConsentRegister />
    </div>
  );
}
