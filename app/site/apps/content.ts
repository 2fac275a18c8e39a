import { business } from '#app/business.ts';
import { dollars } from '#app/shared/facts.ts';
import facts from '#business/apps';
import type { Business } from '#domain/business/business.ts';

const { prices } = business;
const { apps } = facts as Business;
const names = apps.filter((app) => !app.comingSoon).map((app) => app.name);

export const heading = {
  title: 'Apps',
  headline: 'Apps that we made ourselves',
  lead: 'One sends us your papers, another keeps your books.',
  description: `${names.join(', ')}: our apps for iPhone and Android, and apps that we build for others.`,
};

export const leisure = {
  title: 'Our other apps',
  text: 'These have nothing to do with your papers or your account. We made them for ourselves, and other people liked them too.',
};

export const custom = {
  title: 'Your own app',
  text: `Do you have an idea for an app? We design it, build it for iPhone and Android, and put it into the stores. From ${dollars(prices.digital.mobileAppFrom)}.`,
};
