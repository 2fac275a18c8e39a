import { Card } from '#app/ui/layout/card.tsx';
import { Devices } from './devices.tsx';
import { PasswordRow } from './password-row.tsx';
import { SecondFactor } from './second-factor.tsx';

/** How the person gets in, and who else is in. */
export function Security() {
  return (
    <Card as="section" aria-labelledby="security">
      <h2 id="security" className="text-lg">
        Login and security
      </h2>
      <div className="mt-2 divide-y divide-line">
        <PasswordRow />
        <SecondFactor />
        <Devices />
      </div>
    </Card>
  );
}
