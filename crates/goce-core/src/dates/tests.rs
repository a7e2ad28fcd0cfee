use super::*;
use crate::{cases, lines};

fn value(text: &str) -> Option<String> {
    Moment::of_value(text, DayOrder::Unknown).map(|moment| moment.to_string())
}

#[test]
fn iso_and_internet_formats() {
    for [text, iso] in cases(
        "
        2021-05-03 => 2021-05-03
        2021-05-03T10:00:00+02:00 => 2021-05-03T10:00:00+02:00
        2021-05-03T10:00:00.123Z => 2021-05-03T10:00:00Z
        2021-05-03T10:00 => 2021-05-03T10:00:00
        2021-05-03 10:00:59 -0330 => 2021-05-03T10:00:59-03:30
        2021-05-03T23:59:60Z => 2021-05-03T23:59:59Z
        20210503 => 2021-05-03
        20210503T100001Z => 2021-05-03T10:00:01Z
        2021/5/3 => 2021-05-03
        2021.05.03 => 2021-05-03
        Mon, 03 May 2021 10:00:00 GMT => 2021-05-03T10:00:00Z
        Mon, 03 May 2021 10:00:00 EST => 2021-05-03T10:00:00-05:00
        Mon May 03 2021 10:00:00 GMT+0200 (CEST) => 2021-05-03T10:00:00+02:00
        Mon May 03 10:00:00 UTC 2021 => 2021-05-03T10:00:00Z
        1620036000 => 2021-05-03T10:00:00Z
        1620036000000 => 2021-05-03T10:00:00Z",
    ) {
        assert_eq!(value(text).as_deref(), Some(iso), "{text}");
    }
}

#[test]
fn orders_that_dates_show() {
    for [text, order] in cases(
        "
        07/14/2023 => MonthFirst
        Published 14/7/2023 at 10:30 => DayFirst
        Fri, 07/14/2023 - 10:30 => MonthFirst
        9:30 13/04/2023 => DayFirst
        Tue, 04/07/2020 - 10:00 => MonthFirst
        Saturday 04/07/2020 => DayFirst
        Tue, 07/11/2023 - 17:57 =>
        07/11/2023 =>
        07/07/2023 =>
        14/14/2023 =>
        2023/07/14 =>
        2021/13/01/2021 =>
        7.14.2023 =>",
    ) {
        let shown = DayOrder::shown_by(text).map(|order| format!("{order:?}"));
        assert_eq!(shown.unwrap_or_default(), order, "{text}");
    }
}

#[test]
fn dates_in_words() {
    for [text, iso] in cases(
        "
        May 3, 2021 => 2021-05-03
        Posted on May 3rd, 2021 at 5:07 pm by Ann => 2021-05-03T17:07:00
        Sept. 3 2021 12:07 a.m. PDT => 2021-09-03T00:07:00-07:00
        the 3rd of May, 2021 => 2021-05-03
        03-May-2021 => 2021-05-03
        Montag, 3. Mai 2021, 10:07 Uhr => 2021-05-03T10:07:00
        3 May 2021 20:5:0 => 2021-05-03T20:05:00
        1er février 2021 à 10:07 => 2021-02-01T10:07:00
        3 de mayo de 2021 => 2021-05-03
        3 maggio 2021 => 2021-05-03
        3 de março de 2021 => 2021-03-03
        3 мая 2021 г. => 2021-05-03
        2021年5月3日 10:07 => 2021-05-03T10:07:00
        ２０２１年５月３日 => 2021-05-03
        2021년 5월 3일 => 2021-05-03
        Ngày 3 tháng 5 năm 2021 => 2021-05-03
        3 tháng năm, 2021 => 2021-05-03
        ٣ مايو ٢٠٢١ => 2021-05-03
        3 كانون الثاني 2021 => 2021-01-03
        16:30/28.11.2011 => 2011-11-28
        3 mei 2021 => 2021-05-03",
    ) {
        assert_eq!(value(text).as_deref(), Some(iso), "{text}");
    }
}

#[test]
fn dates_of_all_languages_and_calendars() {
    for [text, iso] in cases(
        "
        20 Mart 2021 => 2021-03-20
        5 EKİM 2021 Salı => 2021-10-05
        3. května 2021 => 2021-05-03
        den 3 maj 2021 => 2021-05-03
        3 травня 2021 р. => 2021-05-03
        23 Δεκεμβρίου 2011 => 2011-12-23
        6 Γενάρη 2012 => 2012-01-06
        05 ΙΑΝ. 2012 => 2012-01-05
        2021. május 3., hétfő 10:07 => 2021-05-03T10:07:00
        3. toukokuuta 2021 => 2021-05-03
        17 Agustus 2021 => 2021-08-17
        3 พฤษภาคม พ.ศ. 2564 => 2021-05-03
        ๓ พ.ค. ๒๕๖๔ => 2021-05-03
        3 במאי 2021 => 2021-05-03
        2021 m. gegužės 3 d. => 2021-05-03
        2021. gada 3. maijs => 2021-05-03
        2019 оны 6-р сарын 14, 10:25 => 2019-06-14T10:25:00
        2019 оны 6 дугаар сарын 14-нд => 2019-06-14
        2019 оны 6 сарын 14 => 2019-06-14
        2021(e)ko maiatzaren 3a => 2021-05-03
        2021eko maiatzaren 3a, 10:15 => 2021-05-03T10:15:00
        3. V. 2021 => 2021-05-03
        dnia 3.XII.2021 r. => 2021-12-03
        3 V 2021 => 2021-05-03
        3 XII 2021 r. => 2021-12-03
        13 Mei 2021 pukul 10.15 => 2021-05-13T10:15:00
        13. mai 2021 kl. 10.15 => 2021-05-13T10:15:00
        13.05.2021 - 10.15 Uhr => 2021-05-13T10:15:00
        13 May 2021 at 10.15pm => 2021-05-13T22:15:00
        13 May 2021, 10.15 € => 2021-05-13
        3 May 2021 at 10.50 € => 2021-05-03
        3 May 2021 at 10.25% => 2021-05-03
        3 May 2021 at 2.10.20 => 2021-05-03
        13 May 2021 v2.10 => 2021-05-13
        03.05.2021 ve 10.05.2021 tarihleri arasında => 2021-05-03
        Millrace - 13/05/2021, 10:15 WIB => 2021-05-13T10:15:00
        3 de maig del 2021 => 2021-05-03
        ३ मई २०२१ => 2021-05-03
        3. svibnja 2021. => 2021-05-03
        3. listopada 2021. => 2021-10-03
        3 listopada 2021 => 2021-11-03
        24 نيسان / أبريل 2020 => 2020-04-24
        2 تير 1399 - 12:09:08 ب.ظ => 2020-06-22T12:09:08
        ۱۳ اردیبهشت ۱۴۰۰ => 2021-05-03
        1400/02/13 => 2021-05-03
        21 رمضان 1442 => 2021-05-03
        21/09/1442 => 2021-05-03
        令和3年5月3日 => 2021-05-03
        平成31年4月30日 => 2019-04-30
        令和元年5月1日 => 2019-05-01
        民國110年5月3日 => 2021-05-03
        2021. 5. 3. 오후 3:20 => 2021-05-03T15:20:00
        2021年5月3日 下午3:20 => 2021-05-03T15:20:00
        le 3 mai 2021 à 10h07 => 2021-05-03T10:07:00",
    ) {
        assert_eq!(value(text).as_deref(), Some(iso), "{text}");
    }
}

#[test]
fn what_is_no_full_date_is_not_taken() {
    for text in lines(
        "
        iPhone 12 Pro (2021)
        Windows 10 Pro, 2021
        Top 10 API 2021
        Windows 10 v 2004
        2 x 2005 mm
        12x2020 mm
        5 V 2000 mAh
        10 v 2004 cases
        Version 3.x.2021
        Sat 12, 2021
        12 May (2021)
        May 2021
        2021
        yesterday
        3 days ago
        2021-02-30
        1989-12-31
        2101-01-01
        32 May 2021
        03/04/2021
        0.1.12.2021
        2021-13-01
        12345678
        555-0199
        99999999999999999999
        5/3/21
        0000-00-00
        3.5.1425
        29 February 1442
        3 May 1400",
    )
    .chain([""])
    {
        assert_eq!(value(text), None, "{text}");
    }
}

#[test]
fn numbers_are_read_by_language_or_by_their_size() {
    let read = |text, language: &str| Moment::of_value(text, DayOrder::of(language)).map(|moment| moment.to_string());
    for [text, language, iso] in cases(
        "
        03/04/2021 => en-US => 2021-03-04
        03/04/2021 => en-GB => 2021-04-03
        03/04/2021 => de => 2021-04-03
        03/04/2021 => fr-CA => -
        03/04/2021 => en => -
        03/04/2021 =>  => -
        13/04/2021 =>  => 2021-04-13
        04/13/2021 => de => 2021-04-13
        04/04/2021 =>  => 2021-04-04
        03.04.2021 => en-US => 2021-04-03",
    ) {
        assert_eq!(read(text, language).as_deref().unwrap_or("-"), iso, "{text} {language}");
    }
}

#[test]
fn days_in_paths() {
    for [path, iso] in cases(
        "
        /2021/05/03/rye => 2021-05-03
        /news/2021-05-03-rye => 2021-05-03
        /2021/05/rye => -
        /2021/5/3/rye => -
        /2021/02/30/rye => -
        /12/2021/05/03 => 2021-05-03",
    ) {
        assert_eq!(Moment::of_path(path).map(|moment| moment.to_string()).as_deref().unwrap_or("-"), iso, "{path}");
    }
}

#[test]
fn a_moment_is_told_by_another_statement_of_it() {
    for [utc, local, told] in cases(
        "
        2023-11-09T01:49:09Z => 2023-11-08 17:49 => 2023-11-08T17:49:00-08:00
        2023-11-09T01:49:09Z => 2023-11-08T17:49:09-08:00 => 2023-11-08T17:49:09-08:00
        2023-11-09T01:49:09Z => 8 November 2023 => 2023-11-08
        2023-11-09T21:49:09Z => 10 November 2023 => 2023-11-10
        2023-11-09T13:49:09Z => 8 November 2023 => -
        2023-11-09T01:49:09Z => 9 November 2023 => -
        2023-11-09T01:49:09Z => 2023-11-08 17:32 => -
        2023-11-09T01:49:09+02:00 => 8 November 2023 => -",
    ) {
        let moment = |text| Moment::of_value(text, DayOrder::Unknown).unwrap();
        let found = moment(utc).told_locally(&moment(local)).map(|moment| moment.to_string());
        assert_eq!(found.as_deref().unwrap_or("-"), told, "{utc} {local}");
    }
}
