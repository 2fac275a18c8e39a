import type { MetaDescriptor } from 'react-router';
import type { SiteData } from '#contract/site.ts';
import { averageRating, type Review } from '#domain/business/reviews.ts';
import { localizePath } from '#domain/language/language.ts';

// Structured data for search engines (schema.org). It may only repeat what the page shows.

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type Described = Record<string, Json>;

const described = (type: string, rest: Described): Described => ({
  '@context': 'https://schema.org',
  '@type': type,
  ...rest,
});

/** The office: an AccountingService, which is a kind of LocalBusiness. */
function officeFacts({ office, siteUrl, language }: SiteData): Described {
  const { contact, hours, prices, social, languages } = office;
  return {
    '@id': `${siteUrl}/#office`,
    name: office.name,
    url: siteUrl + localizePath('/', language),
    image: siteUrl + localizePath('/share.png', language),
    telephone: contact.phone.e164,
    email: contact.email,
    priceRange: `$${Math.min(...prices.tiers.map((tier) => tier.from))}-$${Math.max(...prices.tiers.map((tier) => tier.to))}`,
    address: {
      '@type': 'PostalAddress',
      streetAddress: [contact.address.street, contact.address.unit].filter(Boolean).join(', '),
      addressLocality: contact.address.city,
      addressRegion: contact.address.state,
      postalCode: contact.address.zip,
      addressCountry: 'US',
    },
    hasMap: contact.address.mapUrl,
    openingHoursSpecification: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: hours.days.map((day) => dayNames[day] ?? ''),
      opens: hours.open,
      closes: hours.close,
    },
    knowsLanguage: languages,
    ...(social.length > 0 && { sameAs: social.map(({ url }) => url) }),
  };
}

export function officeData(site: SiteData): MetaDescriptor {
  return { 'script:ld+json': described('AccountingService', officeFacts(site)) };
}

export function reviewData(site: SiteData, reviews: readonly Review[]): MetaDescriptor {
  const average = averageRating(reviews);
  const facts = described('AccountingService', {
    ...officeFacts(site),
    ...(average !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: reviews.length },
    }),
    review: reviews.map((review) => ({
      '@type': 'Review',
      name: review.title,
      reviewBody: review.review,
      datePublished: review.date,
      author: { '@type': 'Person', name: review.name },
      publisher: { '@type': 'Organization', name: review.platform },
      reviewRating: { '@type': 'Rating', ratingValue: review.rating, bestRating: 5 },
    })),
  });
  return { 'script:ld+json': facts };
}

interface Category {
  questions: readonly { question: string; answer: readonly string[] }[];
}

/** For `JsonLd`. In the page's metadata, it would be loaded twice. */
export function questionData(categories: readonly Category[]): Described {
  return described('FAQPage', {
    mainEntity: categories.flatMap(({ questions }) =>
      questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
      })),
    ),
  });
}
