import type { FactsSection } from '../model/fields.ts';
import { closedDays } from './closed-days.ts';
import { contact } from './contact.ts';
import { links } from './links.ts';
import { payment, referral } from './payment.ts';
import { prices } from './prices.ts';
import { reviews } from './reviews.ts';
import { rules } from './rules.ts';
import { spanish } from './spanish.ts';
import { team } from './team.ts';
import { letterWording, wording } from './wording.ts';

/** All facts of the office, as an owner thinks of them. */
export const sections: readonly FactsSection[] = [
  contact,
  closedDays,
  prices,
  team,
  reviews,
  links,
  payment,
  referral,
  rules,
  spanish,
  wording,
  letterWording,
];
