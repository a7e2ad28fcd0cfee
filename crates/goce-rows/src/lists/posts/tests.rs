use super::*;

/// Rows of author, time and text; "-" for what a post has not.
fn rows(html: &str) -> Vec<[String; 3]> {
    let posts = posts(&sample(html)).unwrap();
    let field = |field: Option<String>| field.unwrap_or_else(|| "-".to_owned());
    let row = |post: Post| [field(post.author), field(post.posted_at), post.text];
    posts.into_iter().map(row).collect()
}

/// Checks these rows, which a table has.
#[track_caller]
fn expect(html: &str, expected: &str) {
    assert_eq!(rows(html), cases(expected).collect::<Vec<[&str; 3]>>(), "{html}");
}

#[test]
fn articles_with_head_and_text() {
    let post = |name: &str, day: &str, text: &str| {
        format!(
            "<article class='post js-1'><aside><h4><a class=username href=/members/{name}/>{name}</a></h4>\
             <dl><dt>Dabei seit<dd>3. Mai 2010</dl></aside>\
             <div><header><time datetime={day}T10:00:00+02:00>x</time></header>\
             <div class=body>{text}</div><div class=signature>Ever yours</div></div></article>"
        )
    };
    let html = format!(
        "<html lang=de><h1>Thread</h1>{}{}{}<ul><li>Other<li>Threads</ul>",
        post("Ann", "2020-05-01", "One reads this first."),
        post("Ben", "2020-05-02", "Then this <b>comes</b> behind it."),
        post("Ann", "2020-05-03", "Thanks, that is the end.")
    );
    expect(
        &html,
        "
        Ann => 2020-05-01T10:00:00+02:00 => One reads this first.
        Ben => 2020-05-02T10:00:00+02:00 => Then this comes behind it.
        Ann => 2020-05-03T10:00:00+02:00 => Thanks, that is the end.",
    );
}

#[test]
fn rows_of_a_table() {
    let post = |name: &str, time: &str, text: &str| {
        format!(
            "<tr><td>by <a href=/x/{name} class=user>{name}</a>: <span><b>{time}</b> On <b>Apr 24</b></span>\
             <tr><td class=pd>{text}"
        )
    };
    let html = format!(
        "<table>{}{}{}</table>",
        post("ann", "9:00am", "Snakes are in the pipes again."),
        post("ben", "9:10am", "I looked, and saw none of them."),
        post("cara", "9:20am", "They sleep now.")
    );
    expect(
        &html,
        "
        ann => 9:00am On Apr 24 => Snakes are in the pipes again.
        ben => 9:10am On Apr 24 => I looked, and saw none of them.
        cara => 9:20am On Apr 24 => They sleep now.",
    );
}

#[test]
fn numbers_in_the_order_that_rises() {
    let post = |day: &str, text: &str| {
        format!("<li class=p><span class=when>{day}</span> <b class=author>Ann</b><p class=t>{text}")
    };
    let html = format!(
        "<ul>{}{}{}</ul>",
        post("04-06-2019, 06:55 AM", "One thing first."),
        post("04-07-2019, 09:29 PM", "Another thing then."),
        post("05-02-2019, 01:00 AM", "A last thing.")
    );
    let times: Vec<String> = rows(&html).into_iter().map(|[_, time, _]| time).collect();
    assert_eq!(times, ["2019-04-06T06:55:00", "2019-04-07T21:29:00", "2019-05-02T01:00:00"]);
}

#[test]
fn the_opening_post_of_microdata_or_by_its_class() {
    let answer = |name: &str, text: &str| {
        format!(
            "<div class=answer><a href=/users/{name}>{name}</a> <time datetime=2020-01-02>x</time>\
             <div class=text>{text}</div></div>"
        )
    };
    for opening in [
        "<div itemscope itemtype=https://schema.org/Question><h1>Why?</h1>\
         <div class=top><span itemprop=author>Ann</span> <time datetime=2020-01-01>x</time></div>\
         <section itemprop=text>Why is it so?</section></div>",
        "<div class=question><h1>Why?</h1><div class=q-body>Why is it so?</div>\
         <div class=top><a href=/users/ann>Ann</a> <time datetime=2020-01-01>x</time></div></div>",
        "<h1>Why?</h1><div class=qa-q-view><form><div class='qa-q-view-content qa-post-content'>Why is it so?</div>\
         <span class=qa-q-view-meta><time datetime=2020-01-01>x</time> <a href=/user/ann>Ann</a></span></form></div>",
        "<div class=side><div class=answer><a href=/users/Dan>Dan</a> <time datetime=2010-01-02>x</time>\
         <div class=text>About us.</div></div></div>\
         <div class='thing self link'><p class=title><a href=/r/1>Why?</a></p><p class=tagline><time datetime=2020-01-01>x\
         </time> by <a class=author href=/user/ann>Ann</a></p><form class=usertext>\
         <div class='usertext-body md-container'>Why is it so?</div></form></div>",
    ] {
        let html = format!(
            "{opening}{}{}",
            answer("Ben", "Because it was so yesterday."),
            answer("Cara", "Because it will be so tomorrow.")
        );
        expect(
            &html,
            "
            Ann => 2020-01-01 => Why is it so?
            Ben => 2020-01-02 => Because it was so yesterday.
            Cara => 2020-01-02 => Because it will be so tomorrow.",
        );
    }
}

#[test]
fn of_long_attributes_the_start_counts() {
    let answers = |behind: &str| {
        let answer = |n: u32| {
            format!(
                "<div class=answer><a href=/users/{n}>Ann {n}</a> <time datetime=2020-01-0{n}>x</time>\
                 <h4><a href=/article/{n}{behind}>On {n}</a></h4><p class=t>Because it is so for {n}.</div>"
            )
        };
        answer(1) + &answer(2)
    };
    for (letters, is_read) in [(1, true), (1000, false)] {
        let html = format!(
            "<div itemtype='https://schema.org/{}Question'><i itemprop=author>Ann</i><p itemprop=text>Why?</div>{}",
            "x".repeat(letters),
            answers("#x")
        );
        assert_eq!(rows(&html).len(), 2 + usize::from(is_read), "{letters}");
    }
    for (letters, is_thread) in [(1, true), (1000, false)] {
        let html = answers(&format!("{}#x", "x".repeat(letters)));
        assert_eq!(!rows(&html).is_empty(), is_thread, "{letters}");
    }
}

#[test]
fn labels_are_those_of_the_time_behind_them() {
    let post = |day: u8, text: &str| {
        format!(
            "<div class=p><a class=author href=/u/ann>Ann</a> <i>Joined: 3 May 2010</i> <b>0{day}/05/2020</b>\
             <p class=t>{text}</div>"
        )
    };
    let html = format!(
        "<html lang=de>{}{}{}",
        post(4, "One thing first."),
        post(6, "Another thing then."),
        post(7, "A last thing.")
    );
    let times: Vec<String> = rows(&html).into_iter().map(|[_, time, _]| time).collect();
    assert_eq!(times, ["2020-05-04", "2020-05-06", "2020-05-07"]);
}

#[test]
fn times_in_the_words_of_the_page() {
    let post = |ago: &str, text: &str| {
        format!("<div class=c><i class=author>Ann</i><i class=d>{ago}</i><p class=t>{text}</div>")
    };
    let html = post("il y a 2 jours", "Une chose.") + &post("il y a 1 jour", "Une autre chose.");
    expect(
        &html,
        "
        Ann => il y a 2 jours => Une chose.
        Ann => il y a 1 jour => Une autre chose.",
    );
}

/// A thread of four posts by three people, each made of a name, a day and a text.
fn thread(post: impl Fn(&str, &str, &str) -> String) -> String {
    let posts = [
        post("Ann", "2021-05-13", "A chain lasts longest, and the rope behind it for a summer."),
        post("Ben K.", "2021-05-14", "It rusts, though, in the last metre of all."),
        post("cleo_7", "2021-05-15", "That depends on what it is made of, and on the sea."),
        post("Ann", "2021-05-16", "So it does, since mine has not in ten years."),
    ];
    format!("<html lang=en><h1>Chains</h1><div>{}</div>", posts.concat())
}

/// Checks that the posts of [`thread`] are found with their names and days.
fn expect_thread(post: impl Fn(&str, &str, &str) -> String) {
    let html = thread(post);
    let rows = rows(&html);
    let column = |at: usize| rows.iter().map(|row| row[at].as_str()).collect::<Vec<_>>();
    assert_eq!(column(0), ["Ann", "Ben K.", "cleo_7", "Ann"], "{html}");
    let days: Vec<_> = column(1).into_iter().map(|time| time.get(..10).unwrap_or(time)).collect();
    assert_eq!(days, ["2021-05-13", "2021-05-14", "2021-05-15", "2021-05-16"], "{html}");
    assert_eq!(rows[1][2], "It rusts, though, in the last metre of all.", "{html}");
}

/// Returns what fills a post's name, its initial, the day, the last digit of that, and the text into some HTML.
fn filled(post: &str) -> impl Fn(&str, &str, &str) -> String {
    move |name, day, text| {
        let post = post.replace("INITIAL", &name[..1]).replace("NAME", name).replace("DIGIT", &day[9..]);
        post.replace("DAY", day).replace("TEXT", text)
    }
}

/// Checks the posts of [`thread`] that are filled into some HTML each.
fn expect_filled(post: &str) {
    expect_thread(filled(post));
}

#[test]
fn names_by_their_links() {
    // Hacker News, Discuz, Flarum.
    expect_filled(
        "<table><tr><td><span><a href='user?id=NAME'>NAME</a> <span title=DAYT10:00:00>\
         <a href='item?id=1'>9 hours ago</a></span></span><div class=c>TEXT</div></table>",
    );
    expect_filled(
        "<div class=x><div class=authi><a href=space-uid-7.html>NAME</a></div><em>DAY 10:00</em>\
         <div class=t_f>TEXT</div></div>",
    );
    expect_filled(
        "<div class=x><a href=/u/7><span>INITIAL</span><span class=username>NAME</span></a> <time datetime=DAY>x\
         </time><div class=body>TEXT</div></div>",
    );
}

#[test]
fn names_and_times_as_software_writes_them() {
    // phpBB 3, with a colour for some names.
    expect_thread(|name, day, text| {
        let class = if name == "Ann" { "username" } else { "username-coloured" };
        format!(
            "<div class='post bg'><dl class=postprofile><dt><a href=./memberlist.php?u=7 class={class}>{name}</a><dd class=profile-rank>\
             Member<dd class=profile-posts><b>Posts :</b> 8<dd class=profile-joined><b>Joined:</b> 3 May 2010</dl>\
             <p class=author>by <b><a href=./memberlist.php?u=7 class={class}>{name}</a></b> » {day} 14:03</p>\
             <div class=content>{text}</div><div class=notice>Last edited by {name} on {day} 15:00, edited 1 time in total.</div></div>"
        )
    });
    // GitHub.
    expect_thread(|name, day, text| {
        format!(
            "<div class=c><h3><a class=author href=/{name}>{name}</a> said <a href=#7><relative-time datetime={day}T10:00:00Z>\
             May 2021</relative-time></a></h3><table><td class=body><p>{text}</table></div>"
        )
    });
    // Blogger, with the time behind the text.
    expect_thread(|name, day, text| {
        format!(
            "<dt class=comment-author><a href=/profile/7>{name}</a> said...<dd class=comment-body><p>{text}\
             <dd class=comment-footer><a href=#7>{day} at 10:00</a>"
        )
        .replace("<dt", if day.ends_with("13") { "<dl><dt" } else { "<dt" })
    });
    // A theme of WordPress.
    expect_filled(
        "<li><p class=comment-author><b>NAME</b> <i class=says>says</i>:</p><time datetime=DAY>x</time>\
         <div class=t>TEXT</div>",
    );
    // The time in the link to the person, and a user whose name ends with a verb.
    expect_thread(|name, day, text| {
        format!(
            "<div class=p><a href=/user/7 class=author>{name} <time datetime={day}>13 May</time></a>\
             <div class=t>{text}</div></div>"
        )
    });
    let says =
        filled("<div class=p><a href=/u/7>NAME says</a> <time datetime=DAY>x</time><div class=t>TEXT</div></div>");
    assert_eq!(rows(&thread(says))[0][0], "Ann says");
    // Mastodon, Bugzilla.
    expect_filled(
        "<div class=s><a href=/@x/7><time datetime=DAY>x</time></a><a href=/@x><b>NAME</b></a><div class=t>TEXT\
         </div></div>",
    );
    expect_filled(
        "<div class=s><i><a href=x#7>Comment DIGIT</a></i> <b class=v><a href=mailto:x>NAME</a></b> <i>DAY 10:00\
         </i><pre>TEXT</pre></div>",
    );
    expect_filled(
        "<div class=s>[<a href=x>reply</a>] <i><a href=x#7>Comment DIGIT</a></i> <b class=vcard><a class=email \
         href=mailto:x> <b class=fn>NAME</b></a></b> <i>DAY 10:00</i><pre>TEXT</pre></div>",
    );
    // Snitz.
    expect_filled(
        "<table><tr><td><b><span class=m><a href='pop_profile.asp?id=7'>NAME</a></span></b><br><small>Member<br>99 \
         posts</small><td>Posted - DAY : 21:05:33 <hr><p><span class=m id=msg>TEXT</span></table>",
    );
    // vBulletin 3, with what it shows of the person before the text.
    expect_filled(
        "<table class=p><tr><td>DAY 10:00<tr><td><a class=bigusername href=member.php?u=7>NAME</a>\
         <div class=s>Registered User</div><div class=s><div>Join Date: Mar 2016</div><div>Posts: 1</div></div>\
         <td><div class=x>TEXT</div></table>",
    );
}

#[test]
fn names_behind_labels_and_in_microdata() {
    for head in [
        "<p><i>From:</i> NAME &lt;a@a.example&gt;<br><i>Date:</i> DAY 10:00</p>",
        "<h3>Re: Chains</h3><p><i>From:</i> NAME (<a href=mailto:a@a.example>a@a.example</a>)<br>\
         <i>Date:</i> DAY 10:00</p>",
        "<h2>Re: Chains</h2><ul><li><em>From</em>: NAME &lt;<a href=mailto:a@a.example>a@a.example</a>&gt;</li>\
         <li><em>Date</em>: DAY 10:00</li></ul>",
        "<p><b>Name:</b> NAME<br><b>Date:</b> DAY 10:00<br>\
         <b>Homepage:</b> <a href=http://h.example/~x>http://h.example/~x</a></p>",
        "<p><span itemprop=author><a href=/u/x><span itemprop=name>NAME</span></a> (Olga X)</span> \
         <time datetime=DAY>x</time></p>",
    ] {
        expect_filled(&format!("{head}<pre>TEXT</pre><hr>"));
    }
    // 2channel
    expect_thread(|name, day, text| {
        let post = filled(
            "<dt>DIGIT ：<font color=green><b>NAME</b></font>：DAY(火) 21:15:04.12 ID:aB3dEf0</dt>\
             <dd> TEXT <br><br></dd>",
        );
        post(name, &day.replace('-', "/"), text)
    });
}

#[test]
fn notes_of_changes_are_left_out() {
    for note in [
        "本帖最后由 Ann 于 2021-5-19 20:00 编辑",
        "Last edited by Ann on 3 May 2021, 10:00, edited 1 time",
        "« Modifié en dernier par Ann le lun. 3 mai 2021 08:50, modifié 1 fois »",
        "2 mal editiert, zuletzt von Ann (3. Mai 2021)",
    ] {
        expect_thread(|name, day, text| {
            format!(
                "<div class=x><a class=author href=/u/7>{name}</a> <em>{day} 10:00</em>\
                 <div class=t><table><td><i>{note}</i><br>{text}</table></div></div>"
            )
        });
    }
}

#[test]
fn texts_that_begin_like_notes_of_changes_stay() {
    for line in [
        "Última edición del Tour 2019: la mejor.",
        "Editado por Anagrama en 1998.",
        "Отредактировано 12 глав",
        "Last edited volumes of 1998",
    ] {
        let html = thread(|name, day, text| {
            let line = if name == "Ben K." { line } else { text };
            format!(
                "<div class=x><a class=author href=/u/7>{name}</a> <em>{day} 10:00</em><div class=t>{line}</div></div>"
            )
        });
        assert_eq!(rows(&html)[1][2], line);
    }
}

#[test]
fn posts_in_lists_of_definitions_end_where_the_next_begins() {
    let post = |dds: &str| format!("<dt class=comment-author><a class=author href=/u/7>Ann</a> 13 May 2021 10:00{dds}");
    let text = "<dd class=t>A chain lasts longest, and the rope behind it.";
    let html = post(text) + &post(&text.repeat(2));
    let checks = |count: usize| {
        let page = sample(&format!("<dl>{}</dl>", html.repeat(count)));
        goce_core::interrupts::counted(|| posts(&page).unwrap()).1
    };
    let (few, many) = (checks(100), checks(800));
    assert!(many < 16 * few, "{few} {many}");
}

#[test]
fn names_by_where_they_stand() {
    for [before, behind] in cases(
        "
        <a href=/wer/7>NAME</a> · <i>DAY 10:00</i> · <a href=/melden/7>melden</a> =>
        <b>NAME</b> <i>Member</i> <i>DAY 10:00</i> =>
         => <span>NAME</span> | <i>DAY</i> | <a href=#>Reply</a>
        <p>Posted: DAY 10:00</p><table><td><span class=name>NAME</span><p>Sailor from afar<td></table> => ",
    ) {
        expect_filled(&format!(
            "<div class=p><div class=h>{before}</div><div class=t>TEXT</div><div class=f>{behind}</div></div>"
        ));
    }
    // Numbers of users are parts of their names.
    let html = thread(|_, day, text| {
        let name = format!("user{}", text.len() * 71);
        format!("<div class=p><div class=h><b>{name}</b> <i>{day} 10:00</i></div><div class=t>{text}</div></div>")
    });
    assert!(rows(&html).iter().all(|[author, ..]| author.starts_with("user")), "{html}");
    // The same in all posts, a heading, a sentence.
    for name in ["Member", "<h4>NAME</h4>", "<b>NAME said so!</b>", "<b>7 NAME</b>"] {
        let post = format!("<div class=p><div class=h>{name} <i>DAY 10:00</i></div><div class=t>TEXT</div></div>");
        let html = thread(filled(&post));
        assert!(rows(&html).iter().all(|[author, ..]| author == "-"), "{html}");
    }
}

#[test]
fn times_of_bookmarks_are_not_those_of_posts() {
    for marked in [1, 2, 3, 9] {
        let number = std::cell::Cell::new(0);
        expect_thread(|name, day, text| {
            number.set(number.get() + 1);
            let mark = format!(
                "<div class=mark>Part {} <time class=t datetime=2022-12-{}T23:59:00Z>x</time></div>",
                number.get(),
                30 - number.get() % 2
            );
            let mark = if number.get() % marked == 0 || marked == 9 {
                mark
            } else {
                String::new()
            };
            format!(
                "<article data-author='{name}'><div class=user><a class=username href=/members/7>{name}</a></div><div class=main>{mark}\
                 <header><a href=#7><time class=t datetime={day}T10:00:00Z>x</time></a></header><div class=body>{text}</div></div></article>"
            )
        });
    }
}

#[test]
fn what_stands_around_each_text_is_left_out() {
    // vBulletin 3, FluxBB, MyBB.
    for (before, behind) in [
        ("<div class=small><b>Re: Chains</b></div><hr>", "<div class=s>____<br>Fair winds</div>"),
        ("<dl><dt><b>NAME</b><dd>Member<dd>Registered: 2009-03-03</dl><h3>Re: Chains</h3>", ""),
        ("", "<div class=r>Likes: 3</div>"),
    ] {
        expect_filled(&format!(
            "<div class=p><div class=h><b>NAME</b> <i>DAY 10:00</i></div><div class=b>{before}<div class=m>TEXT\
             </div>{behind}</div></div>"
        ));
    }
    // Without classes, in cells.
    expect_filled(
        "<table><tr><td>DAY, 10:00<td>#1<tr><td><a href=member.php?u=1>NAME</a><div>Posts: 12</div><td><div>TEXT</div>\
         <div>________<br>Fair winds</div></table>",
    );
}

#[test]
fn counts_are_no_posts() {
    let html = thread(|name, day, text| {
        format!(
            "<tr><td><a href=/{name}>{}</a><tr><td><span class=score>9 points</span> by \
             <a href='user?id={name}'>{name}</a> <time datetime={day}>x</time>",
            &text[..20]
        )
    });
    expect(&format!("<table>{html}</table>"), "");
}

#[test]
fn what_boards_show_of_people_ends_before_prose() {
    for (text, rest) in [
        ("Member\nJoin Date: Mar 2016\nPosts: 9\nRye keeps for a week.", "Rye keeps for a week."),
        // A car, and what it costs; a date alone; nothing else.
        ("I want to buy this old car.\nRegistered: 2004\nLocation: Leeds\nIs it worth it?", ""),
        ("Registered: 2004\nRye keeps for a week.", ""),
        ("Join Date: Mar 2016\nPosts: 9\n", ""),
    ] {
        let end = person_ends(text);
        assert_eq!(&text[end..], if rest.is_empty() { text } else { rest });
    }
}

#[test]
fn what_is_no_thread_has_no_posts() {
    let teaser = |n: u32| {
        format!(
            "<div class=teaser><h2><a href=/article/{n}>Title {n}</a></h2><a href=/author/ann>Ann</a>\
             <time datetime=2020-01-0{n}>x</time><p class=lead>What the article says.</div>"
        )
    };
    // Their authors' names stand in their links.
    let named = |n: u32| {
        format!(
            "<div class=card><h3><a href=/opinion/{n}><i class=byline>Ann Miller</i> Why rye returns, part {n}</a></h3>\
             <time datetime=2020-01-0{n}>x</time><p class=lead>What the article number {n} says of rye.</div>"
        )
    };
    for html in [
        String::new(),
        (1..6).map(named).collect(),
        "<p>One.<p>Two.<p>Three.".to_owned(),
        (1..6).map(teaser).collect(),
        "<nav><a href=/u/a>A</a></nav><article><h1>T</h1><time>3 May 2020</time><p>One.<p>Two.</article>".to_owned(),
    ] {
        expect(&html, "");
    }
}

#[test]
fn names_behind_words_for_who_wrote() {
    let thread = |head: &str, foot: &str| {
        let post = |n: usize| {
            let fill = |text: &str| text.replace("NAME", ["Ann", "Ben", "Cleo"][n - 1]).replace("DAY", &n.to_string());
            format!("<li>{}<div class=t><p>It is good that number {n} was said here.</div>{}", fill(head), fill(foot))
        };
        let posts = rows(&format!("<ul>{}</ul>", (1..4).map(post).collect::<String>()));
        posts.into_iter().map(|[name, ..]| name).collect::<Vec<_>>().join(" ")
    };
    for (head, foot) in [
        ("", "<p>Posted by: NAME at <a href=#cDAY>November DAY, 2012 8:01 AM</a>"),
        ("", "<p>Posted by: NAME | <a href=#cDAY>November DAY, 2012 8:01 AM</a>"),
        ("<i>written by <a href=http://NAME.example>NAME</a>, October DAY, 2012</i>", ""),
        ("<div><a href=http://NAME.example class=url>NAME</a> said:</div><b>October DAY, 2012</b>", ""),
        (
            "<span class=poster>From: <b><img src=a>NAME</b></span><br><span>2012-10-0DAY 10:00 pm (UTC)</span>",
            "",
        ),
        ("<b>Ice on the pier</b><br>Post by: <b>NAME</b> on <b>October 0DAY, 2012, 09:12:40 PM</b>", ""),
    ] {
        assert_eq!(thread(head, foot), "Ann Ben Cleo", "{head}{foot}");
    }
    // Facts about a person and labels are no names.
    let facts = thread("<time>2021-05-0DAY</time>", "<div class=profile__info><span>Age:</span>35–4DAY</div>");
    assert!(!facts.contains("Age"), "{facts}");
    assert!(!thread("<b>发布时间</b>：2025-08-0DAY", "").contains("发布时间"));
}

#[test]
fn teasers_with_titles_in_links() {
    let teaser = |n: u32| {
        format!(
            "<div><a href=/a/{n} class=t>A longer title of news number {n}</a><p class=x>It is still a great deal.\
             <p><time>2021-05-0{n}</time> By <a href=/author/ann>Ann</a></div>"
        )
    };
    expect(&(1..6).map(teaser).collect::<String>(), "");
    let twice =
        "<div class=c><b class=author>Ann</b> <time>2021-05-01</time><p class=s>The price can be a surprise.</div>";
    expect(&twice.repeat(2), "");
}
