use crate::{
    access::{AccessRules, EmailAddress},
    session::{Person, Sessions, Token},
    store::StoreError,
};
pub enum SignInError {
    Refused,
    Store(StoreError),
}
pub async fn sign_in(p: Person, _m: &str, a: &AccessRules, s: &Sessions) -> Result<Token, SignInError> {
    let e: EmailAddress = p.email.parse().map_err(|()| SignInError::Refused)?;
    let r = a.rights(&e).await.map_err(SignInError::Store)?;
    if !r.allowed {
        return Err(SignInError::Refused);
    }
    s.begin(p).await.map_err(SignInError::Store)
}
pub mod development {
    use crate::session::Person;
    #[derive(Debug, Clone, serde::Deserialize)]
    pub struct DevPerson {
        pub email: String,
        pub display_name: String,
        #[serde(default)]
        pub admin: bool,
        pub allowed: bool,
        pub description: String,
    }
    impl DevPerson {
        pub fn identity(&self) -> Person {
            Person {
                email: self.email.clone(),
                display_name: Some(self.display_name.clone()),
                photo_url: None,
                subject: "dev".into(),
            }
        }
    }
    #[derive(Debug, Clone, serde::Deserialize)]
    pub struct People {
        people: Vec<DevPerson>,
    }
    impl People {
        pub fn shipped() -> Self {
            serde_yaml::from_str(include_str!("../../../seeds/development.yaml")).unwrap()
        }
        pub fn iter(&self) -> impl Iterator<Item = &DevPerson> {
            self.people.iter()
        }
        pub fn find(&self, email: &str) -> Option<&DevPerson> {
            self.people.iter().find(|p| p.email == email)
        }
    }
}
